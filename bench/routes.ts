// What is asked for where nothing is remembered: a short list, a long one, and the most work there is.
import { EVENT } from './event.js';

export const TOURNAMENTS = '/api/v1/tournaments?limit=20';
export const BATTLES = '/api/v1/clubs/northern-legion/battles?limit=100';
export const STANDINGS = `/api/v1/tournaments/${EVENT}/standings`;
