//! Checks certificates. Nothing here is shared with the code that makes them: a mistake
//! there is found here, and what is read here is only the certificate and the rules of
//! the game.
//!
//! Is it true that the Thue–Morse word has no overlap?
//!
//! ```
//! use miyama_language::budget::Budget;
//! use miyama_verify::word::{Certificate, Check, check};
//! let file = r#"{"miyama": "word", "version": 1, "numeration": {"base": 2},
//!     "sentence": "thue-morse: not exists i, n >= 1: forall j <= n: t[i+j] = t[i+j+n]"}"#;
//! let certificate: Certificate = serde_json::from_str(file).unwrap();
//! assert_eq!(check(&certificate, &Budget::unlimited()).unwrap(), Check::Holds);
//! ```

pub mod quotient;
pub mod signs;
pub mod theorem;
pub mod values;
pub mod word;
