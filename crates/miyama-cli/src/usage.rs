//! The command line itself: its words from the catalogue, its errors for people.
//!
//! Clap knows the shape of the command line from the types of the questions.
//! Every word that it shows comes from the catalogue: `help.solve` describes
//! the command, `help.solve_example` shows it at work, `help.solve__to`
//! describes its argument `to`, and `help.all__format` one of every command.

use crate::answer::Format;
use crate::failure::{Failure, complain};
use crate::limits::Limits;
use crate::output;
use crate::question::Question;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory, FromArgMatches, Parser};
use miyama_text::{Lang, Text, lookup, say};
use std::any::TypeId;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::OsString;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "miyama", version, disable_help_subcommand = true)]
struct Line {
    #[command(subcommand)]
    question: Question,
    #[arg(long, global = true, value_enum)]
    format: Option<Format>,
    #[arg(long, global = true, value_name = "en|ja")]
    lang: Option<String>,
    #[command(flatten)]
    limits: Limits,
}

/// What the user wants, and in which form.
#[derive(Debug)]
pub(crate) struct Invocation {
    pub(crate) question: Question,
    pub(crate) format: Option<Format>,
    pub(crate) lang: Lang,
    pub(crate) limits: Limits,
}

/// The language: `--lang` wherever it stands, else the locale.
pub(crate) fn language(args: &[OsString]) -> Lang {
    let given = args.iter().enumerate().find_map(|(i, arg)| {
        let arg = arg.to_str()?;
        match arg.strip_prefix("--lang=") {
            Some(value) => Some(value.to_owned()),
            None if arg == "--lang" => args.get(i + 1)?.to_str().map(str::to_owned),
            None => None,
        }
    });
    let locale =
        || ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(|v| std::env::var(v).ok().filter(|v| !v.is_empty()));
    given.or_else(locale).and_then(|name| Lang::of_locale(&name)).unwrap_or_default()
}

/// The command line of the program, in `lang`.
pub(crate) fn command(lang: Lang) -> Command {
    let mut command = worded(Line::command(), "all", lang);
    for name in names(&command) {
        command = command.mut_subcommand(&name, |mut sub| {
            // `tasks` has commands below it, which are those of the program.
            for below in names(&sub) {
                sub = sub.mut_subcommand(&below, |sub| worded(sub, &below.replace('-', "_"), lang));
            }
            worded(sub, &name.replace('-', "_"), lang)
        });
    }
    command
}

fn names(command: &Command) -> Vec<String> {
    command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect()
}

/// Gives a command and its arguments their words.
fn worded(command: Command, key: &str, lang: Lang) -> Command {
    let word = |key: &str| lookup(key, lang).map(StyledStr::from);
    let ids: Vec<String> = command.get_arguments().map(|a| a.get_id().to_string()).collect();
    let mut command = command;
    for id in ids {
        let help = word(&format!("help.{key}__{id}"));
        command = command.mut_arg(&id, |arg| {
            let heading = if arg.is_positional() { "help.heading_arguments" } else { "help.heading_options" };
            let heading = lookup(heading, lang).unwrap_or_default();
            let takes_values = arg.get_action().takes_values();
            let arg = arg.help(help.unwrap_or_default()).long_help(None).help_heading(heading);
            if !takes_values {
                return arg;
            }
            // The words of the catalogue name the values. What reads the value
            // knows better than clap what is wrong with -1 or -1,3.
            let needed = arg.get_num_args().is_none_or(|values| values.min_values() > 0);
            let text = needed && !arg.is_positional() && arg.get_value_parser().type_id() == TypeId::of::<String>();
            let arg = arg.hide_possible_values(true);
            if text { arg.allow_hyphen_values(true) } else { arg.allow_negative_numbers(true) }
        });
    }
    if let Some(about) = word(&format!("help.{key}")) {
        command = command.about(about.clone()).long_about(about);
    }
    // An example, and below that of the program what its exit codes say.
    let part = |heading: &str, key: &str| {
        let (text, heading) = (lookup(key, lang)?, lookup(heading, lang).unwrap_or_default());
        Some(format!("{heading}:\n{}", indented(text)))
    };
    let example = part("help.heading_example", &format!("help.{key}_example"));
    let behind = example.into_iter().chain(part("help.heading_codes", &format!("help.{key}_codes")));
    let behind: Vec<String> = behind.collect();
    if !behind.is_empty() {
        command = command.after_help(behind.join("\n\n"));
    }
    let word = |key: &str| lookup(key, lang).unwrap_or_default();
    command
        .help_template(format!("{{about}}\n\n{}: {{usage}}\n\n{{all-args}}{{after-help}}", word("help.heading_usage")))
        .subcommand_help_heading(word("help.heading_commands"))
        .subcommand_value_name(word("help.usage_command"))
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args(flags(key == "all", lang))
}

/// `--help`, and for the program itself `--version`, in words of the catalogue.
fn flags(program: bool, lang: Lang) -> Vec<clap::Arg> {
    let word = |key: &str| lookup(key, lang).unwrap_or_default();
    let help = clap::Arg::new("help").short('h').long("help").action(clap::ArgAction::HelpShort);
    let version = clap::Arg::new("version").short('V').long("version").action(clap::ArgAction::Version);
    let mut flags = vec![help.help(word("help.all__help"))];
    if program {
        flags.push(version.help(word("help.all__version")));
    }
    flags.into_iter().map(|flag| flag.help_heading(word("help.heading_options"))).collect()
}

/// `miyama help COMMAND` is `miyama COMMAND --help`, so that it takes the same
/// options; `miyama help help` is `miyama help`.
fn with_help_last(command: &Command, args: &[OsString]) -> Vec<OsString> {
    let mut args = args.to_vec();
    let mut asked = false;
    while let Some(at) = first_word(command, &args).filter(|at| args[*at] == "help") {
        args.remove(at);
        asked = true;
    }
    if asked {
        args.push("--help".into());
    }
    args
}

/// Where the command stands: the first argument that is neither an option of
/// every command nor the value of one.
fn first_word(command: &Command, args: &[OsString]) -> Option<usize> {
    let takes_value = |word: &str| {
        let mut options = command.get_arguments().filter(|arg| arg.get_action().takes_values());
        options.any(|arg| arg.get_long().is_some_and(|long| word.strip_prefix("--") == Some(long)))
    };
    let mut at = 1;
    loop {
        let word = args.get(at)?.to_string_lossy();
        if !word.starts_with('-') {
            return Some(at);
        }
        at += if takes_value(&word) { 2 } else { 1 };
    }
}

fn indented(text: &str) -> String {
    text.trim_end().lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

/// Why a command line is not a question.
#[derive(Debug)]
pub(crate) enum End {
    /// Help was asked for: this text.
    Help(String),
    /// Nothing was asked: this text says what could be.
    Nothing(String),
    /// The line is wrong.
    Wrong(Failure),
}

impl End {
    /// Shows it and gives the exit code.
    fn show(&self, lang: Lang) -> ExitCode {
        match self {
            End::Help(text) => match output::write_stdout(true, |out| Ok(out.write_all(text.as_bytes())?)) {
                Ok(()) => ExitCode::SUCCESS,
                Err(failure) => failure.show(lang),
            },
            End::Nothing(text) => {
                complain(text);
                ExitCode::from(2)
            }
            End::Wrong(failure) => failure.show(lang),
        }
    }
}

/// Reads the command line. `Err` is the exit code of a run that ends here:
/// help was shown, or the line was wrong and that was said.
pub(crate) fn parse(args: &[OsString], lang: Lang) -> Result<Invocation, ExitCode> {
    read(args, lang).map_err(|end| end.show(lang))
}

/// Reads the command line, and shows nothing.
pub(crate) fn read(args: &[OsString], lang: Lang) -> Result<Invocation, End> {
    thread_local! {
        /// Made once for a process that reads many lines: it takes longer than to read one.
        static COMMANDS: RefCell<HashMap<&'static str, Command>> = RefCell::default();
    }
    COMMANDS.with_borrow_mut(|known| read_with(known.entry(lang.code()).or_insert_with(|| command(lang)), args, lang))
}

fn read_with(command: &mut Command, args: &[OsString], lang: Lang) -> Result<Invocation, End> {
    let args = with_help_last(command, args);
    let line = command.try_get_matches_from_mut(&args).and_then(|matches| Line::from_arg_matches(&matches));
    let line = match line {
        Ok(line) => line,
        Err(error) => {
            // Options of every command are then among the arguments of each.
            command.build();
            let asked = first_word(command, &args).and_then(|at| command.find_subcommand(&args[at]));
            return Err(explain(&error, asked, lang));
        }
    };
    if let Some(name) = line.lang.filter(|name| Lang::of_code(name).is_none()) {
        return Err(End::Wrong(Failure::input(say!("cli.unknown_language", name = name))));
    }
    Ok(Invocation { question: line.question, format: line.format, lang, limits: line.limits })
}

/// Help where it was asked for; else what is wrong with the line.
fn explain(error: &clap::Error, asked: Option<&Command>, lang: Lang) -> End {
    // The one word of a usage line that clap does not let anybody choose.
    let options = format!("[{}]", lookup("help.usage_options", lang).unwrap_or_default());
    let shown = error.render().to_string().replacen("[OPTIONS]", &options, 1);
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => End::Help(shown),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => End::Nothing(shown),
        _ => {
            let (says, hint) = usage_mistake(error, asked);
            End::Wrong(Failure::Input { says, hint, place: None })
        }
    }
}

/// What clap found wrong, in the words of the catalogue.
fn usage_mistake(error: &clap::Error, asked: Option<&Command>) -> (Text, Option<Text>) {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        Some(ContextValue::StyledStr(text)) => text.to_string(),
        Some(ContextValue::StyledStrs(texts)) => texts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        Some(ContextValue::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let argument = context(ContextKind::InvalidArg);
    let value = context(ContextKind::InvalidValue);
    let described = asked
        .filter(|_| error.kind() == ErrorKind::ValueValidation)
        .and_then(|command| command.get_arguments().find(|arg| arg.to_string() == argument))
        .map(|arg| expected(arg, &value));
    let says = match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => say!("cli.usage_value_missing", argument = argument),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            say!("cli.usage_bad_value", argument = argument, value = value)
        }
        ErrorKind::WrongNumberOfValues => {
            say!("cli.usage_values", argument = argument, expected = context(ContextKind::ExpectedNumValues))
        }
        ErrorKind::UnknownArgument => say!("cli.usage_unknown_argument", argument = argument),
        ErrorKind::InvalidSubcommand => say!("cli.unknown_command", name = context(ContextKind::InvalidSubcommand)),
        ErrorKind::MissingRequiredArgument => say!("cli.usage_missing_argument", argument = argument),
        ErrorKind::ArgumentConflict => {
            say!("cli.usage_conflict", argument = argument, other = context(ContextKind::PriorArg))
        }
        ErrorKind::InvalidUtf8 => say!("cli.usage_utf8"),
        _ => say!("cli.usage_other", message = error.kind().to_string()),
    };
    let near = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    let suggestion = near.into_iter().map(&context).find(|s| !s.is_empty());
    let valid = context(ContextKind::ValidValue);
    let hint = match suggestion {
        Some(name) => Some(say!("cli.did_you_mean", name = name)),
        None if !valid.is_empty() => Some(say!("cli.usage_valid_values", values = valid)),
        None => Some(described.unwrap_or_else(|| say!("cli.usage_see_help"))),
    };
    (says, hint)
}

/// What the value of an argument means; and its kind, if what is given is of another.
fn expected(arg: &clap::Arg, value: &str) -> Text {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let kind = arg.get_value_parser().type_id();
    let whole = [TypeId::of::<u16>(), TypeId::of::<u32>(), TypeId::of::<u64>(), TypeId::of::<usize>()];
    let is_whole = !value.is_empty() && value.bytes().all(|digit| digit.is_ascii_digit());
    if !is_whole && whole.iter().any(|whole| kind == *whole) {
        return say!("cli.usage_whole_number", help = help);
    }
    say!("cli.usage_meaning", help = help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_and_argument_is_described_in_the_catalogue() {
        let command = Line::command();
        let missing = |key: &str| lookup(key, Lang::En).is_none();
        let globals: Vec<_> = command.get_arguments().map(|a| a.get_id().to_string()).collect();
        let mut lacking: Vec<String> =
            globals.iter().map(|id| format!("help.all__{id}")).filter(|k| missing(k)).collect();
        for sub in command.get_subcommands() {
            let name = sub.get_name().replace('-', "_");
            let mut wanted = vec![format!("help.{name}"), format!("help.{name}_example")];
            wanted.extend(
                sub.get_arguments()
                    .filter(|a| !globals.contains(&a.get_id().to_string()))
                    .map(|a| format!("help.{name}__{}", a.get_id())),
            );
            lacking.extend(wanted.into_iter().filter(|k| missing(k)));
        }
        assert!(lacking.is_empty(), "no text for {lacking:?}");
    }

    #[test]
    fn the_command_line_is_well_formed() {
        command(Lang::En).debug_assert();
        command(Lang::Ja).debug_assert();
    }
}
