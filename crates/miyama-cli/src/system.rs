//! What the operating system refuses, in the words of the catalogue.

use miyama_text::{Text, say};
use std::io::{Error, ErrorKind};
use std::sync::Arc;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Why reading or writing failed. What is rare is said as the system says it.
pub(crate) fn reason(error: &Error) -> Text {
    match error.kind() {
        ErrorKind::NotFound => say!("cli.not_found"),
        ErrorKind::PermissionDenied => say!("cli.not_allowed"),
        ErrorKind::IsADirectory => say!("cli.is_folder"),
        ErrorKind::NotADirectory => say!("cli.no_folder"),
        ErrorKind::AlreadyExists => say!("cli.exists"),
        ErrorKind::StorageFull => say!("cli.disk_full"),
        ErrorKind::QuotaExceeded => say!("cli.quota"),
        ErrorKind::ReadOnlyFilesystem => say!("cli.read_only"),
        ErrorKind::FileTooLarge => say!("cli.file_large"),
        ErrorKind::InvalidFilename => say!("cli.file_name"),
        ErrorKind::OutOfMemory => say!("cli.out_of_memory"),
        ErrorKind::AddrInUse => say!("cli.port_in_use"),
        // The library of the language says so of bytes that are no text, and
        // then carries no error of anybody else.
        ErrorKind::InvalidData if error.get_ref().is_none() => say!("cli.not_text"),
        _ => say!("cli.system", error = error.to_string()),
    }
}

/// The exit code of a run that was interrupted: 128 and the number of the signal, as shells say it.
static INTERRUPTED: LazyLock<Arc<AtomicUsize>> = LazyLock::new(|| Arc::new(AtomicUsize::new(130)));

/// The exit code of a run that was interrupted: 130 by Ctrl-C, 143 by SIGTERM, 129 where its
/// terminal was closed.
pub(crate) fn interrupted() -> u8 {
    u8::try_from(INTERRUPTED.load(Ordering::Relaxed)).unwrap_or(130)
}

/// Turns the switch on when the run is to end: Ctrl-C, SIGTERM of a batch system, the end of
/// a terminal. A second one ends the program at once: somebody means it.
#[cfg(unix)]
pub(crate) fn on_signal(switch: &Arc<AtomicBool>) -> Result<(), Error> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let code = 128 + signal;
        // They are done in this order: the switch is on only behind the first of them.
        flag::register_conditional_shutdown(signal, code, switch.clone())?;
        flag::register_usize(signal, INTERRUPTED.clone(), code.unsigned_abs() as usize)?;
        flag::register(signal, switch.clone())?;
    }
    Ok(())
}

/// The same where there are no signals but Ctrl-C.
#[cfg(not(unix))]
pub(crate) fn on_signal(switch: &Arc<AtomicBool>) -> Result<(), ctrlc::Error> {
    let switch = switch.clone();
    ctrlc::set_handler(move || {
        if switch.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(interrupted()));
        }
    })
}

/// A write beyond the size that files may have fails like one on a full disk,
/// instead of ending the program.
pub(crate) fn outlive_file_limits() {
    #[cfg(unix)]
    {
        let seen = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
        // Should it not be possible, such a write ends the program as ever.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, seen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use miyama_text::Lang;

    #[test]
    fn what_is_common_is_said_in_both_languages_and_the_rest_as_it_is() {
        let text = std::io::read_to_string(&b"\xff"[..]).unwrap_err();
        assert_eq!(reason(&text).to_string(), "the text is not valid UTF-8");
        let full = Error::from(ErrorKind::StorageFull);
        assert_eq!(reason(&full).in_lang(Lang::Ja), "ディスクの空きがありません");
        for other in [Error::other("odd"), Error::new(ErrorKind::InvalidData, "odd")] {
            assert_eq!(reason(&other).in_lang(Lang::Ja), "odd");
        }
    }
}
