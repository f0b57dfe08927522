//! The head of an array file of NumPy, version 1.0: a magic word, the length of a
//! Python dictionary, and this; numbers follow, the last index running fastest.

use std::io::{self, Write};

/// The file begins at a multiple of so many bytes behind its head.
const ALIGNED: usize = 64;

pub(super) fn write_head(kind: &str, shape: &[u64], out: &mut dyn Write) -> io::Result<()> {
    let sizes: String = shape.iter().map(|size| format!("{size}, ")).collect();
    let mut head = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({}), }}", sizes.trim_end());
    let before = b"\x93NUMPY\x01\x00".len() + 2;
    // Spaces up to the end of the line, which is the end of the head.
    let length = (before + head.len() + 1).next_multiple_of(ALIGNED) - before;
    head.push_str(&" ".repeat(length - 1 - head.len()));
    head.push('\n');
    let length = u16::try_from(length).map_err(io::Error::other)?;
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(head.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_is_what_numpy_writes() {
        let mut head = Vec::new();
        write_head("<u2", &[3, 4], &mut head).unwrap();
        assert_eq!(head.len(), 128);
        let text = "{'descr': '<u2', 'fortran_order': False, 'shape': (3, 4,), }";
        assert_eq!(&head[..10], b"\x93NUMPY\x01\x00\x76\x00");
        assert_eq!(String::from_utf8(head[10..].to_vec()).unwrap(), format!("{text:<117}\n"));
    }
}
