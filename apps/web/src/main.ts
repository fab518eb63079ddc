/** Starts the page. */

import './styles.css';
import { App } from './app';
import { workOffline } from './updates';

const root = document.getElementById('app');
if (root) new App(root).start();
void workOffline();
