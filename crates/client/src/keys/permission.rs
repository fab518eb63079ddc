//! What an account's key may be used for.

use near_primitives::views::AccessKeyPermissionView;

use super::Purpose;

/// Returns whether a key with this permission may sign all of these calls.
pub(super) fn serves(permission: &AccessKeyPermissionView, purpose: Purpose) -> bool {
    match permission {
        AccessKeyPermissionView::FullAccess => true,
        AccessKeyPermissionView::FunctionCall { receiver_id, method_names, .. } => {
            let is_allowed = |method: &&str| method_names.iter().any(|name| name == method);
            // A key that names no method may call every one.
            !purpose.pays
                && receiver_id == purpose.contract.as_str()
                && (method_names.is_empty() || purpose.methods.iter().all(is_allowed))
        }
        AccessKeyPermissionView::GasKeyFunctionCall { .. }
        | AccessKeyPermissionView::GasKeyFullAccess { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use tic_tac_toe_interface::AccountIdRef;

    use super::*;

    const NEW_GAME: &str = "new_game";
    const PLAY: &str = "play";

    fn serves_here(permission: &AccessKeyPermissionView, methods: &[&str]) -> bool {
        serves(permission, purpose(methods, false))
    }

    fn purpose<'a>(methods: &'a [&str], pays: bool) -> Purpose<'a> {
        Purpose { contract: AccountIdRef::new_or_panic("game.near"), methods, pays }
    }

    #[test]
    fn only_a_full_access_key_sends_money_along() {
        let limited = AccessKeyPermissionView::FunctionCall {
            allowance: None,
            receiver_id: "game.near".to_owned(),
            method_names: Vec::new(),
        };
        assert!(serves(&limited, purpose(&["create"], false)));
        assert!(!serves(&limited, purpose(&["create"], true)));
        assert!(serves(&AccessKeyPermissionView::FullAccess, purpose(&["create"], true)));
    }

    #[test]
    fn a_key_signs_only_what_it_is_limited_to() {
        let limited_to = |receiver_id: &str, methods: &[&str]| AccessKeyPermissionView::FunctionCall {
            allowance: None,
            receiver_id: receiver_id.to_owned(),
            method_names: methods.iter().copied().map(str::to_owned).collect(),
        };

        let only_play = limited_to("game.near", &[PLAY]);
        assert!(serves_here(&only_play, &[PLAY]));
        assert!(!serves_here(&only_play, &[NEW_GAME]));
        assert!(!serves_here(&only_play, &[NEW_GAME, PLAY]));
        assert!(serves_here(&limited_to("game.near", &[]), &[NEW_GAME, PLAY]));
        assert!(!serves_here(&limited_to("other.near", &[]), &[PLAY]));
        assert!(serves_here(&AccessKeyPermissionView::FullAccess, &[NEW_GAME]));
    }
}
