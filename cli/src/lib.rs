//! Play tic-tac-toe on NEAR.
