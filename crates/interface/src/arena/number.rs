//! Numbers besides game ids that may be too large for JavaScript.

use crate::decimal::decimal;

decimal! {
    /// An amount of money in yoctoNEAR.
    Amount(u128)
}

decimal! {
    /// A place in a list, from 0.
    Index(u64)
}

decimal! {
    /// A block's time in nanoseconds since 1970.
    Timestamp(u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_amount_is_written_in_quotes_and_read_back() {
        let largest = Amount(u128::MAX);
        let json = serde_json::to_string(&largest).unwrap();
        assert_eq!(json, r#""340282366920938463463374607431768211455""#);
        assert_eq!(serde_json::from_str::<Amount>(&json).unwrap(), largest);
    }
}
