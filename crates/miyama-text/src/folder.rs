//! The sentences of a language, read from its folder of `locales`: by `build.rs`, which puts
//! them into the program, and by development builds when they run.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What a folder holds, sorted.
pub(crate) fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// The name of a file without its ending: the topic of its sentences; of a folder, its language.
pub(crate) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Sentences by their keys: entry `unbounded` of `notation.toml` is `notation.unbounded`.
pub(crate) fn sentences(folder: &Path) -> io::Result<BTreeMap<String, String>> {
    let mut all = BTreeMap::new();
    for path in entries(folder)? {
        let topic = stem(&path);
        let own: BTreeMap<String, String> = toml::from_str(&fs::read_to_string(&path)?).map_err(io::Error::other)?;
        all.extend(own.into_iter().map(|(name, sentence)| (format!("{topic}.{name}"), sentence)));
    }
    Ok(all)
}
