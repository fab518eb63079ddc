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
    use rstest::rstest;
    use tic_tac_toe_interface::AccountIdRef;

    use super::*;

    const ALL: AccessKeyPermissionView = AccessKeyPermissionView::FullAccess;

    fn limited_to(receiver_id: &str, methods: &[&str]) -> AccessKeyPermissionView {
        AccessKeyPermissionView::FunctionCall {
            allowance: None,
            receiver_id: receiver_id.to_owned(),
            method_names: methods.iter().copied().map(str::to_owned).collect(),
        }
    }

    #[rstest]
    #[case::everything(ALL, &["new_game"], false, true)]
    #[case::its_method(limited_to("game.near", &["play"]), &["play"], false, true)]
    #[case::another_method(limited_to("game.near", &["play"]), &["new_game"], false, false)]
    #[case::one_more_method(limited_to("game.near", &["play"]), &["new_game", "play"], false, false)]
    #[case::any_method(limited_to("game.near", &[]), &["new_game", "play"], false, true)]
    #[case::another_contract(limited_to("other.near", &[]), &["play"], false, false)]
    #[case::no_money_within_limits(limited_to("game.near", &[]), &["create"], false, true)]
    #[case::money_without_limits(ALL, &["create"], true, true)]
    #[case::money_within_limits(limited_to("game.near", &[]), &["create"], true, false)]
    fn a_key_signs_only_what_it_may_and_money_needs_full_access(
        #[case] permission: AccessKeyPermissionView,
        #[case] methods: &[&str],
        #[case] pays: bool,
        #[case] expected: bool,
    ) {
        let contract = AccountIdRef::new_or_panic("game.near");
        assert_eq!(serves(&permission, Purpose { contract, methods, pays }), expected);
    }
}
