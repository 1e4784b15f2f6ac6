// Importing a file defines its types.
import './scalars.js';
import './enums.js';
import './battle.js';
import './change.js';
import './club.js';
import './faction.js';
import './node.js';
import './participant.js';
import './player.js';
import './rating.js';
import './search.js';
import './sitemap.js';
import './stage.js';
import './standings.js';
import './statistics.js';
import './tournament.js';
import { builder } from './builder.js';
import { refuseUnreadableTypes } from './look-ahead.js';
import { withSubscriptions } from './subscription.js';

export const schema = withSubscriptions(builder.toSchema({ sortSchema: false }));
refuseUnreadableTypes(schema);
