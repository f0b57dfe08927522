//! The program `miyama`; all of it is in the library beside this file.

fn main() -> std::process::ExitCode {
    miyama_cli::main()
}
