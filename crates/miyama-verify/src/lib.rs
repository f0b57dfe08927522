//! Checks certificates. Nothing here is shared with the code that makes them: a mistake
//! there is found here, and what is read here is only the certificate and the rules of
//! the game.

pub mod quotient;
pub mod signs;
pub mod theorem;
pub mod values;
pub mod word;
