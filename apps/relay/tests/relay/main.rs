//! The relay as a program, on a chain with the arena: guests who play, guests who cheat, and days on which things break.

mod budget;
mod crashes;
mod games;
mod guest;
mod hostile;
mod node;
mod program;
mod site;
mod speed;
mod terminal;
