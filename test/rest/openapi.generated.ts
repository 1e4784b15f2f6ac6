// Made by npm run schema, with openapi-typescript.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated
export interface paths {
    "/api/v1/battles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One battle
         * @description One battle.
         */
        get: operations["battle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What has changed since an earlier request or, without `since`, everything
         * @description What has changed since an earlier request or, without `since`, everything: read page after page until `upToDate` to get a copy, then continue from the last `next` to keep it current. What changes twice is reported once, as it is now. With `Accept: text/event-stream` pages come as server-sent events, with a `beat` event every 15 seconds; with `Accept: application/x-ndjson` as lines, one for each entry and one with `next` and `upToDate` after each page, with an empty line every 15 seconds, which is to be skipped.
         */
        get: operations["changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clubs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every club that matches the filters, in alphabetical order
         * @description Every club that matches the filters, in alphabetical order.
         */
        get: operations["clubs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clubs/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One club
         * @description One club.
         */
        get: operations["club"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clubs/{slug}/battles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Battles connected to the club, newest first
         * @description Battles connected to the club, newest first: played in a tournament it runs, logged for it, or with a player who represented it. Archived battles are left out.
         */
        get: operations["clubBattles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/clubs/{slug}/tournaments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Published tournaments run by the club, newest start date first
         * @description Published tournaments run by the club, newest start date first.
         */
        get: operations["clubTournaments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/factions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every faction that was played in a battle that counts, in alphabetical order
         * @description Every faction that was played in a battle that counts, in alphabetical order.
         */
        get: operations["factions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ratings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Players in order of strength, the strongest first, without those whose rating is provisional
         * @description Players in order of strength, the strongest first, without those whose rating is provisional. Places are among all of them, also where some are asked for.
         */
        get: operations["ratings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tournaments, clubs and players by their names
         * @description Tournaments, clubs and players by their names. Every word of the text must begin a word of the name, in any order, without regard to case and accents. Whole words come first, then what was active last, then the alphabet. When nothing is found, one page of names with a similar spelling, where the database supports it.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/statistics/factions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which faction wins, against whom, and how sure that is
         * @description Which faction wins, against whom, and how sure that is.
         */
        get: operations["factionStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/statistics/matchups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which faction wins, against whom, and how sure that is
         * @description Which faction wins, against whom, and how sure that is.
         */
        get: operations["matchupStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tournaments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Published tournaments that match every filter, newest start date first
         * @description Published tournaments that match every filter, newest start date first. `from` and `to` bound the start date. A value that matches nothing, such as an unknown club, gives an empty page.
         */
        get: operations["tournaments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tournaments/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One tournament
         * @description One tournament.
         */
        get: operations["tournament"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tournaments/{slug}/battles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every battle played in the tournament, newest first, that matches every filter
         * @description Every battle played in the tournament, newest first, that matches every filter. Those of a club or a player are without archived ones.
         */
        get: operations["tournamentBattles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tournaments/{slug}/participants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everybody taking part, in alphabetical order, each with the submitted army list
         * @description Everybody taking part, in alphabetical order, each with the submitted army list.
         */
        get: operations["tournamentParticipants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tournaments/{slug}/standings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The standings of a tournament
         * @description The standings of a tournament: of one stage, or when none is named the final standings once it has finished and the stage furthest along until then.
         */
        get: operations["tournamentStandings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{publicId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One player
         * @description One player.
         */
        get: operations["player"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{publicId}/battles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every battle the player took part in, tournament and casual, newest first
         * @description Every battle the player took part in, tournament and casual, newest first. Archived battles are left out.
         */
        get: operations["playerBattles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A submitted army. */
        ArmyList: {
            /** @description Faction. */
            faction: string;
            /** @description Battle formation (sub-faction). */
            subFaction: string;
            /** @description Points of the army. */
            points: number;
            /** @description Battle tactic cards brought. */
            battleTacticCards: string[];
            /** @description Full list text, may contain line breaks. */
            text: string;
        };
        /** @description One round of a battle for one of its players. */
        PlayerRound: {
            /** @description Round of the battle, counting from 1. */
            round: number;
            /** @description Victory points scored in the round. */
            victoryPoints: number;
            /** @description Objective points scored in the round. */
            objectivePoints: number;
            /** @description Objectives held. */
            objectives: string[];
            /** @description The battle tactic picked; null when none was. */
            battleTactic: string | null;
            /** @description Whether the battle tactic came off. */
            battleTacticScored: boolean;
            /** @description Whether the player had priority in the round. */
            priority: boolean;
        };
        /** @description One side of a battle. */
        BattlePlayerDetail: {
            /** @description Display name. */
            player: string;
            /** @description Public player id, when one exists. */
            playerId: string | null;
            /** @description Faction played. */
            faction: string | null;
            /** @description Battle formation (sub-faction). */
            subFaction: string | null;
            /**
             * @description Null while the battle is unfinished.
             * @enum {string|null}
             */
            outcome: "win" | "loss" | "draw" | null;
            /** @description Battle points earned from this battle. */
            battlePoints: number | null;
            /** @description Victory points across every round. */
            victoryPoints: number | null;
            /** @description Objective points; only when the battle pack scores objectives. */
            objectivePoints?: number;
            /** @description Battle tactics completed; only when the battle pack uses battle tactics. */
            battleTacticsScored?: number;
            /** @description The one picked; null when none was. */
            grandStrategy?: string | null;
            /** @description Whether it came off. */
            grandStrategyScored?: boolean;
            /** @description Number of deployment drops; null when none recorded. */
            drops: number | null;
            /**
             * @description Null when the battle did not record roles.
             * @enum {string|null}
             */
            role: "attacker" | "defender" | null;
            /** @description Extra values tracked by the organiser. */
            metrics: {
                [key: string]: number;
            };
            /** @description Army list of this battle; null when none was recorded. */
            list: components["schemas"]["ArmyList"] | null;
            /** @description Round-by-round detail, in the order of the rounds. */
            rounds: components["schemas"]["PlayerRound"][];
        };
        /** @description A single game between two players, in a tournament or casual. */
        BattleDetail: {
            /** @description Battle id. */
            id: string;
            /**
             * Format: date
             * @description Day played, local date.
             */
            date: string | null;
            /** @description Tournament slug; null for a casual battle. */
            tournament: string | null;
            /** @description Id of the tournament stage; null for a casual battle. */
            stage: string | null;
            /** @description Round number, counting from 1. */
            round: number | null;
            /** @description Scenario played. */
            scenario: string | null;
            /** @description Battle pack name. */
            battlePack: string | null;
            /** @description Points limit per army. */
            battleSize: number;
            /** @description Winning player's name; null on a draw and on a battle with no result yet. */
            winner: string | null;
            /**
             * @description How big the win was.
             * @enum {string|null}
             */
            victorySize: "major" | "minor" | null;
            /** @description Exactly two entries, one per side. */
            players: components["schemas"]["BattlePlayerDetail"][];
            /**
             * Format: uri
             * @description Link to the battle page.
             */
            url: string;
        };
        /** @description One of the people running a tournament. */
        TournamentOrganizer: {
            /** @description Display name. */
            name: string;
            /** @description Public player id. */
            playerId: string;
        };
        /** @description A stage a tournament is played in. */
        Stage: {
            /** @description Stable identifier, such as `swiss`; the `stage` argument of standings. Never changes. */
            id: string;
            /** @description Human label, the one the organiser sees on the tab. */
            name: string;
            /**
             * @description Board = ranked table of players; bracket = matches.
             * @enum {string}
             */
            type: "board" | "bracket";
            /** @description Number of rounds in the stage; not on the merged final standings. */
            rounds?: number;
            /** @description Number of players in the stage; only on a knockout stage. */
            players?: number;
        };
        /** @description An event organised by a club or by individuals. */
        Tournament: {
            /** @description Short name used in the tournament web address. */
            slug: string;
            /** @description Tournament name. */
            name: string;
            /**
             * @description Where the tournament has got to.
             * @enum {string}
             */
            status: "planned" | "ongoing" | "finished";
            /**
             * Format: date
             * @description First day, local date at the venue.
             */
            startDate: string | null;
            /**
             * Format: date
             * @description Last day, local date at the venue.
             */
            endDate: string | null;
            /** @description Organiser's description, plain text. */
            description: string;
            /** @description Town or city. */
            city: string | null;
            /** @description Country name. */
            country: string | null;
            /** @description How many players are signed up. */
            players: number;
            /** @description Total number of rounds, counting every stage. */
            rounds: number;
            /** @description Points limit per army. */
            battleSize: number;
            /** @description Name of the battle pack used. */
            battlePack: string | null;
            /** @description Slug of the club running the tournament; null when no club is set. */
            organizer: string | null;
            /** @description The people running the tournament (not the club), sorted by name; empty when nobody is listed. */
            tournamentOrganizers: components["schemas"]["TournamentOrganizer"][];
            /** @description Stages the tournament is played in, in the order they run. */
            stages: components["schemas"]["Stage"][];
            /**
             * Format: uri
             * @description Link to the tournament page.
             */
            url: string;
        };
        /** @description A club, the tournaments it runs, and battles connected to it. */
        Club: {
            /** @description Short name used in the club web address. */
            slug: string;
            /** @description Club name. */
            name: string;
            /** @description Plain text description written by the club. */
            description: string;
            /** @description Town or city. */
            city: string | null;
            /** @description Country name. */
            country: string | null;
            /** @description Number of members. */
            members: number;
            /** @description The club's own website, when it has one. */
            website: string | null;
            /**
             * Format: uri
             * @description Link to the club page.
             */
            url: string;
        };
        /** @description A player with a public id. */
        Player: {
            /** @description Public player id. */
            publicId: string;
            /** @description Display name. */
            name: string;
            /** @description How many battles the player took part in, archived ones left out. */
            battles: number;
        };
        /** @description One side of a battle. */
        BattlePlayer: {
            /** @description Display name. */
            player: string;
            /** @description Public player id, when one exists. */
            playerId: string | null;
            /** @description Faction played. */
            faction: string | null;
            /** @description Battle formation (sub-faction). */
            subFaction: string | null;
            /**
             * @description Null while the battle is unfinished.
             * @enum {string|null}
             */
            outcome: "win" | "loss" | "draw" | null;
            /** @description Battle points earned from this battle. */
            battlePoints: number | null;
            /** @description Victory points across every round. */
            victoryPoints: number | null;
            /** @description Objective points; only when the battle pack scores objectives. */
            objectivePoints?: number;
            /** @description Battle tactics completed; only when the battle pack uses battle tactics. */
            battleTacticsScored?: number;
            /** @description The one picked; null when none was. */
            grandStrategy?: string | null;
            /** @description Whether it came off. */
            grandStrategyScored?: boolean;
            /** @description Number of deployment drops; null when none recorded. */
            drops: number | null;
            /**
             * @description Null when the battle did not record roles.
             * @enum {string|null}
             */
            role: "attacker" | "defender" | null;
            /** @description Extra values tracked by the organiser. */
            metrics: {
                [key: string]: number;
            };
        };
        /** @description A single game between two players, in a tournament or casual. */
        Battle: {
            /** @description Battle id. */
            id: string;
            /**
             * Format: date
             * @description Day played, local date.
             */
            date: string | null;
            /** @description Tournament slug; null for a casual battle. */
            tournament: string | null;
            /** @description Id of the tournament stage; null for a casual battle. */
            stage: string | null;
            /** @description Round number, counting from 1. */
            round: number | null;
            /** @description Scenario played. */
            scenario: string | null;
            /** @description Battle pack name. */
            battlePack: string | null;
            /** @description Points limit per army. */
            battleSize: number;
            /** @description Winning player's name; null on a draw and on a battle with no result yet. */
            winner: string | null;
            /**
             * @description How big the win was.
             * @enum {string|null}
             */
            victorySize: "major" | "minor" | null;
            /** @description Exactly two entries, one per side. */
            players: components["schemas"]["BattlePlayer"][];
            /**
             * Format: uri
             * @description Link to the battle page.
             */
            url: string;
        };
        /** @description A faction under all its spellings: seen in battles that count, or loaded by the operator. */
        Faction: {
            /** @description Short name used in the faction web address. */
            slug: string;
            /** @description Faction name. */
            name: string;
            /**
             * Format: uri
             * @description Link to the faction page.
             */
            url: string;
        };
        /** @description An event organised by a club or by individuals. */
        FoundTournament: {
            /**
             * @description What it is.
             * @constant
             */
            type: "tournament";
            /** @description Short name used in the tournament web address. */
            slug: string;
            /** @description Tournament name. */
            name: string;
            /**
             * @description Where the tournament has got to.
             * @enum {string}
             */
            status: "planned" | "ongoing" | "finished";
            /**
             * Format: date
             * @description First day, local date at the venue.
             */
            startDate: string | null;
            /**
             * Format: date
             * @description Last day, local date at the venue.
             */
            endDate: string | null;
            /** @description Town or city. */
            city: string | null;
            /** @description Country name. */
            country: string | null;
            /**
             * Format: uri
             * @description Link to the tournament page.
             */
            url: string;
        };
        /** @description A club, the tournaments it runs, and battles connected to it. */
        FoundClub: {
            /**
             * @description What it is.
             * @constant
             */
            type: "club";
            /** @description Short name used in the club web address. */
            slug: string;
            /** @description Club name. */
            name: string;
            /** @description Town or city. */
            city: string | null;
            /** @description Country name. */
            country: string | null;
            /**
             * Format: uri
             * @description Link to the club page.
             */
            url: string;
        };
        /** @description A player with a public id. */
        FoundPlayer: {
            /**
             * @description What it is.
             * @constant
             */
            type: "player";
            /** @description Public player id. */
            publicId: string;
            /** @description Display name. */
            name: string;
        };
        /** @description A figure with its sample and its intervals. Without a sample the value and the intervals are null. */
        Estimate: {
            /** @description The figure, to six decimals. */
            value: number | null;
            /** @description Sample size: the number of battles or players. */
            n: number;
            /** @description Number of tournaments in the sample. */
            events: number;
            /** @description Wilson's interval, which treats each of the n as an independent draw. */
            wilson: {
                /** @description Its lower end. */
                low: number;
                /** @description Its upper end. */
                high: number;
            } | null;
            /** @description The interval based on how much tournaments differ; null with fewer than three of them. */
            byEvent: {
                /** @description Its lower end. */
                low: number;
                /** @description Its upper end. */
                high: number;
            } | null;
            /** @description The interval based on how much tournaments and players differ, since the same players come to several tournaments; null with fewer than three tournaments. */
            byPlayer: {
                /** @description Its lower end. */
                low: number;
                /** @description Its upper end. */
                high: number;
            } | null;
            /** @description The widest of them: the one to show. It is about what the figure would be at other tournaments of the same kind, with other players of the same kind, paired in the same way. */
            interval: {
                /** @description Its lower end. */
                low: number;
                /** @description Its upper end. */
                high: number;
            } | null;
            /** @description Enough to rank by: an n of 20 or more, of four tournaments and players or more, and an interval that is at most 0.4 wide (0.1 for a share, 1 for a figure over the field). */
            reliable: boolean;
        };
        /** @description A player taking part in a tournament, with the submitted army list. */
        Participant: {
            /** @description Display name. */
            player: string;
            /** @description Public player id, when one exists. */
            playerId: string | null;
            /** @description Short name (slug) of the club the player represents. */
            club: string | null;
            /** @description Group placement; null unless the tournament has a group stage. */
            group: string | null;
            /** @description True when the player is no longer taking part (dropped out or never turned up). */
            dropped: boolean;
            /** @description Final place, 1 = winner. Settled when the tournament finishes; null while running. */
            finalPlacement: number | null;
            /** @description Submitted army; null when none was submitted. */
            list: components["schemas"]["ArmyList"] | null;
        };
        /** @description A stage a tournament is played in. */
        StandingsStage: {
            /** @description Stable identifier, such as `swiss`; the `stage` argument of standings. Never changes. */
            id: string;
            /** @description Human label, the one the organiser sees on the tab. */
            name: string;
            /**
             * @description Board = ranked table of players; bracket = matches.
             * @enum {string}
             */
            type: "board" | "bracket";
        };
        /** @description A row of a board. */
        BoardRow: {
            /** @description Placement, 1 = first; null for a player without a battle in the stage. */
            rank: number | null;
            /** @description Group name, such as "Group A"; only on group-stage boards. */
            group?: string;
            /** @description Player display name; null once the player has been removed. */
            player: string | null;
            /** @description Public player id, when the player has one. */
            playerId: string | null;
            /** @description Faction played. */
            faction: string | null;
            /** @description Battle points earned, scored as the organiser set up. */
            battlePoints: number;
            /** @description Battles won. */
            wins: number;
            /** @description Battles drawn. */
            draws: number;
            /** @description Battles lost. */
            losses: number;
            /** @description Victory points scored across every battle. */
            victoryPoints: number;
            /** @description Victory points scored minus victory points given away. */
            victoryPointsDiff: number;
        };
        /** @description A match of a bracket. */
        BracketMatch: {
            /** @description Name of the bracket round. */
            round: string;
            /** @description Table number. */
            table: number;
            /** @description The names of the two players; empty while the match waits on an earlier result. */
            players: string[];
            /** @description Name of the player who went through; null until played. */
            winner: string | null;
            /** @description Battle id; null when no battle was recorded. */
            battle: string | null;
        };
        /** @description The body of every error. */
        Error: {
            error: {
                /** @description The HTTP status. */
                status: number;
                /** @description What is wrong, for people. */
                message: string;
                /**
                 * @description What is wrong, for programs.
                 * @enum {string}
                 */
                code: "BAD_REQUEST" | "UNAUTHORIZED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "GONE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UNAVAILABLE";
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    battle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Battle id.
                 * @example spring-clash-2026-r1-t15
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "spring-clash-2026-r1-t15",
                     *         "date": "2026-03-13",
                     *         "tournament": "spring-clash-2026",
                     *         "stage": "swiss",
                     *         "round": 1,
                     *         "scenario": "No Retreat",
                     *         "battlePack": "Pitched Clash 2025",
                     *         "battleSize": 2000,
                     *         "winner": "Teun 't Hart",
                     *         "victorySize": "major",
                     *         "players": [
                     *           {
                     *             "player": "Teun 't Hart",
                     *             "playerId": "p-1029",
                     *             "faction": "Hollow Star",
                     *             "subFaction": "Comet Tail",
                     *             "outcome": "win",
                     *             "battlePoints": 17,
                     *             "victoryPoints": 35,
                     *             "objectivePoints": 19,
                     *             "battleTacticsScored": 4,
                     *             "drops": 1,
                     *             "role": null,
                     *             "metrics": {
                     *               "First blood": 2,
                     *               "Units destroyed": 7
                     *             },
                     *             "list": {
                     *               "faction": "Hollow Star",
                     *               "subFaction": "Comet Tail",
                     *               "points": 1890,
                     *               "battleTacticCards": [
                     *                 "Steady Advance",
                     *                 "Lightning Raid"
                     *               ],
                     *               "text": "Hollow Star: Comet Tail\n\nAstronomer Exile (140) - General\nMeteor Brutes (130)\nMeteor Brutes (130)\nWhisperers (250)\nVoid Walkers (90)\nMeteor Brutes (130)\nVoid Walkers (90)\nWhisperers (250)\nVoid Walkers (90)\nOrbit Guard (210)\nWhisperers (250)\nMeteor Brutes (130)\n\nTotal: 1890/2000"
                     *             },
                     *             "rounds": [
                     *               {
                     *                 "round": 1,
                     *                 "victoryPoints": 8,
                     *                 "objectivePoints": 4,
                     *                 "objectives": [
                     *                   "Camp",
                     *                   "Standard"
                     *                 ],
                     *                 "battleTactic": "Break Their Line",
                     *                 "battleTacticScored": true,
                     *                 "priority": true
                     *               },
                     *               {
                     *                 "round": 2,
                     *                 "victoryPoints": 10,
                     *                 "objectivePoints": 6,
                     *                 "objectives": [
                     *                   "Camp",
                     *                   "Baggage Train"
                     *                 ],
                     *                 "battleTactic": "Burn the Stores",
                     *                 "battleTacticScored": true,
                     *                 "priority": false
                     *               },
                     *               {
                     *                 "round": 3,
                     *                 "victoryPoints": 8,
                     *                 "objectivePoints": 4,
                     *                 "objectives": [
                     *                   "Camp",
                     *                   "Standard"
                     *                 ],
                     *                 "battleTactic": "Encircle",
                     *                 "battleTacticScored": true,
                     *                 "priority": true
                     *               },
                     *               {
                     *                 "round": 4,
                     *                 "victoryPoints": 1,
                     *                 "objectivePoints": 1,
                     *                 "objectives": [
                     *                   "Camp"
                     *                 ],
                     *                 "battleTactic": "Hold Fast",
                     *                 "battleTacticScored": false,
                     *                 "priority": false
                     *               },
                     *               {
                     *                 "round": 5,
                     *                 "victoryPoints": 8,
                     *                 "objectivePoints": 4,
                     *                 "objectives": [
                     *                   "Camp",
                     *                   "Standard"
                     *                 ],
                     *                 "battleTactic": "Hunt the General",
                     *                 "battleTacticScored": true,
                     *                 "priority": false
                     *               }
                     *             ]
                     *           },
                     *           {
                     *             "player": "Noémie Noël",
                     *             "playerId": "p-1030",
                     *             "faction": "Verdant Court",
                     *             "subFaction": "Spring Procession",
                     *             "outcome": "loss",
                     *             "battlePoints": 3,
                     *             "victoryPoints": 16,
                     *             "objectivePoints": 16,
                     *             "battleTacticsScored": 0,
                     *             "drops": 3,
                     *             "role": null,
                     *             "metrics": {
                     *               "First blood": 2,
                     *               "Units destroyed": 10
                     *             },
                     *             "list": {
                     *               "faction": "Verdant Court",
                     *               "subFaction": "Spring Procession",
                     *               "points": 1950,
                     *               "battleTacticCards": [
                     *                 "Cunning Plan",
                     *                 "Last Reserve"
                     *               ],
                     *               "text": "Verdant Court: Spring Procession\n\nOld Man Bramble (200) - General\nBriar Knights (90)\nWildrose Dancers (250)\nMoss Giants (170)\nBriar Knights (90)\nOwl Archers (210)\nMoss Giants (170)\nBriar Knights (90)\nMoss Giants (170)\nSapling Levy (130)\nOwl Archers (210)\nMoss Giants (170)\n\nTotal: 1950/2000"
                     *             },
                     *             "rounds": [
                     *               {
                     *                 "round": 1,
                     *                 "victoryPoints": 1,
                     *                 "objectivePoints": 1,
                     *                 "objectives": [
                     *                   "Camp"
                     *                 ],
                     *                 "battleTactic": "Take the High Ground",
                     *                 "battleTacticScored": false,
                     *                 "priority": false
                     *               },
                     *               {
                     *                 "round": 2,
                     *                 "victoryPoints": 1,
                     *                 "objectivePoints": 1,
                     *                 "objectives": [
                     *                   "Camp"
                     *                 ],
                     *                 "battleTactic": "Break Their Line",
                     *                 "battleTacticScored": false,
                     *                 "priority": true
                     *               },
                     *               {
                     *                 "round": 3,
                     *                 "victoryPoints": 6,
                     *                 "objectivePoints": 6,
                     *                 "objectives": [
                     *                   "Camp",
                     *                   "Baggage Train"
                     *                 ],
                     *                 "battleTactic": "Burn the Stores",
                     *                 "battleTacticScored": false,
                     *                 "priority": false
                     *               },
                     *               {
                     *                 "round": 4,
                     *                 "victoryPoints": 3,
                     *                 "objectivePoints": 3,
                     *                 "objectives": [
                     *                   "Standard"
                     *                 ],
                     *                 "battleTactic": "Encircle",
                     *                 "battleTacticScored": false,
                     *                 "priority": true
                     *               },
                     *               {
                     *                 "round": 5,
                     *                 "victoryPoints": 5,
                     *                 "objectivePoints": 5,
                     *                 "objectives": [
                     *                   "Standard",
                     *                   "Baggage Train"
                     *                 ],
                     *                 "battleTactic": "Hold Fast",
                     *                 "battleTacticScored": false,
                     *                 "priority": true
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "url": "https://battles.example/battles/spring-clash-2026-r1-t15"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One battle. */
                        data: components["schemas"]["BattleDetail"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What the address names does not exist, or is not published. */
            404: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changes: {
        parameters: {
            query?: {
                /** @description `next` of the previous page, with the same other arguments; or `now`, for changes from now on. */
                since?: string;
                /** @description Only these kinds; all of them when left out. */
                kind?: ("tournament" | "club" | "player" | "battle")[];
                /**
                 * @description Only this tournament and its battles.
                 * @example spring-clash-2026
                 */
                tournament?: string;
                /** @description Only this club, its tournaments and its battles. */
                club?: string;
                /** @description Only this player and their battles. */
                player?: string;
                /**
                 * @description How many at most.
                 * @example 3
                 */
                limit?: number;
                /** @description `body` adds the body of each entry, as its own route returns it. */
                include?: "body";
                /** @description How many seconds the answer may wait for something to change, when nothing has. */
                wait?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "kind": "tournament",
                     *           "id": "spring-clash-2026",
                     *           "deleted": false,
                     *           "url": "https://battles.example/tournaments/spring-clash-2026",
                     *           "href": "https://api.battles.example/api/v1/tournaments/spring-clash-2026",
                     *           "etag": "\"k9ak7xZhYl1xiy0c7vPfSYzlLYU\""
                     *         },
                     *         {
                     *           "kind": "battle",
                     *           "id": "spring-clash-2026-knockout-r1-t1",
                     *           "deleted": false,
                     *           "url": "https://battles.example/battles/spring-clash-2026-knockout-r1-t1",
                     *           "href": "https://api.battles.example/api/v1/battles/spring-clash-2026-knockout-r1-t1",
                     *           "etag": "\"TTiPbED7JsErJPeK1GsFOY79ZJU\""
                     *         }
                     *       ],
                     *       "next": "https://api.battles.example/api/v1/changes?since=CURSOR&tournament=spring-clash-2026&limit=3",
                     *       "upToDate": false
                     *     }
                     */
                    "application/json": {
                        /** @description Each thing once, as it is now. */
                        data: {
                            /**
                             * @description What it is.
                             * @enum {string}
                             */
                            kind: "tournament" | "club" | "player" | "battle";
                            /** @description Its short name, public player id or battle id: the `id` it has over REST. */
                            id: string;
                            /** @description Whether it is no longer visible: deleted, unpublished, removed, or no longer part of the tournament, club or player asked for. */
                            deleted: boolean;
                            /** @description Link to its page; null when it is gone. */
                            url: string | null;
                            /**
                             * Format: uri
                             * @description The address of its own route; null when it is gone.
                             */
                            href: string | null;
                            /** @description The ETag of its current body; null when it is gone. */
                            etag: string | null;
                            /** @description Its current body, if `include=body` was given; null when it is gone. */
                            body?: {
                                data: components["schemas"]["Tournament"] | components["schemas"]["Club"] | components["schemas"]["Player"] | components["schemas"]["BattleDetail"];
                            } | null;
                        }[];
                        /**
                         * Format: uri
                         * @description The whole address of the next page, which carries the filters, the page size and the cursor; null on the last page.
                         */
                        next: string | null;
                        /** @description Whether this is all there is for now. */
                        upToDate: boolean;
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What the address names does not exist, or is not published. */
            404: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The data was restored or emptied, or the secret of cursors was replaced, since the cursor was issued, or it is more than a year old: start over without `since`. */
            410: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    clubs: {
        parameters: {
            query?: {
                /** @description Every word of it begins a word of the name, as in `search`. */
                q?: string;
                /** @description Country, by any of its names or its ISO code, without regard to case and accents. */
                country?: string;
                /** @description Town or city, without regard to case and accents. */
                city?: string;
                /**
                 * @description Entries per page, 100 at most.
                 * @example 2
                 */
                limit?: number;
                /** @description Opaque marker for where the page starts, taken from the page before and never made up. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description The address of the next page, as in `next`: `<…>; rel="next"`. Absent on the last page. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "slug": "claddagh-commanders",
                     *           "name": "Claddagh Commanders' Guild",
                     *           "description": "Games and tea.",
                     *           "city": "Galway",
                     *           "country": "Ireland",
                     *           "members": 24,
                     *           "website": null,
                     *           "url": "https://battles.example/clubs/claddagh-commanders"
                     *         },
                     *         {
                     *           "slug": "den-gyldne-terning",
                     *           "name": "Den Gyldne Terning",
                     *           "description": "Åbent hver onsdag.",
                     *           "city": "Århus",
                     *           "country": "Denmark",
                     *           "members": 33,
                     *           "website": null,
                     *           "url": "https://battles.example/clubs/den-gyldne-terning"
                     *         }
                     *       ],
                     *       "next": "https://api.battles.example/api/v1/clubs?limit=2&cursor=B2hhJpuaa89AMGze9onkKgGizovUAUMbxJnzpOG8ZGVuIGd5bGRuZSB0ZXJuaW5nAWRlbi1neWxkbmUtdGVybmluZw"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        data: components["schemas"]["Club"][];
                        /**
                         * Format: uri
                         * @description The whole address of the next page, which carries the filters, the page size and the cursor; null on the last page.
                         */
                        next: string | null;
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    club: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The club's short name.
                 * @example northern-legion
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "slug": "northern-legion",
                     *         "name": "Northern Legion",
                     *         "description": "Runs the Spring Clash and the Autumn Open.\nNew faces are welcome on Thursdays.",
                     *         "city": "Leeds",
                     *         "country": "United Kingdom",
                     *         "members": 84,
                     *         "website": "https://northern-legion.example",
                     *         "url": "https://battles.example/clubs/northern-legion"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One club. */
                        data: components["schemas"]["Club"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What the address names does not exist, or is not published. */
            404: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    clubBattles: {
        parameters: {
            query?: {
                /** @description This day or later. */
                from?: string;
                /** @description This day or earlier; at most one year after `from`. */
                to?: string;
                /**
                 * @description Entries per page, 100 at most.
                 * @example 2
                 */
                limit?: number;
                /** @description Opaque marker for where the page starts, taken from the page before and never made up. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The club's short name.
                 * @example northern-legion
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description The address of the next page, as in `next`: `<…>; rel="next"`. Absent on the last page. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "harbour-autumn-groups-2026-r3-t7",
                     *           "date": "2026-11-15",
                     *           "tournament": "harbour-autumn-groups-2026",
                     *           "stage": "swiss",
                     *           "round": 3,
                     *           "scenario": "Three Wells",
                     *           "battlePack": "Open Frontier",
                     *           "battleSize": 2000,
                     *           "winner": null,
                     *           "victorySize": null,
                     *           "players": [
                     *             {
                     *               "player": "Łucja Gołąb",
                     *               "playerId": "p-1279",
                     *               "faction": "Ironbound Holds",
                     *               "subFaction": "Deep Road Column",
                     *               "outcome": null,
                     *               "battlePoints": null,
                     *               "victoryPoints": null,
                     *               "objectivePoints": 0,
                     *               "drops": null,
                     *               "role": null,
                     *               "metrics": {}
                     *             },
                     *             {
                     *               "player": "Camille Chevalier",
                     *               "playerId": "p-1287",
                     *               "faction": "Ratchet Clans",
                     *               "subFaction": "Cog Council",
                     *               "outcome": null,
                     *               "battlePoints": null,
                     *               "victoryPoints": null,
                     *               "objectivePoints": 0,
                     *               "drops": null,
                     *               "role": null,
                     *               "metrics": {}
                     *             }
                     *           ],
                     *           "url": "https://battles.example/battles/harbour-autumn-groups-2026-r3-t7"
                     *         },
                     *         {
                     *           "id": "harbour-autumn-groups-2026-r3-t4",
                     *           "date": "2026-11-15",
                     *           "tournament": "harbour-autumn-groups-2026",
                     *           "stage": "swiss",
                     *           "round": 3,
                     *           "scenario": "Three Wells",
                     *           "battlePack": "Open Frontier",
                     *           "battleSize": 2000,
                     *           "winner": null,
                     *           "victorySize": null,
                     *           "players": [
                     *             {
                     *               "player": "Ελένη Νικολάου",
                     *               "playerId": "p-1265",
                     *               "faction": "Brass Caliphate",
                     *               "subFaction": "Caravan Guard",
                     *               "outcome": null,
                     *               "battlePoints": null,
                     *               "victoryPoints": null,
                     *               "objectivePoints": 0,
                     *               "drops": null,
                     *               "role": null,
                     *               "metrics": {}
                     *             },
                     *             {
                     *               "player": "Ελένη Βλάχος",
                     *               "playerId": "p-1289",
                     *               "faction": "Brass Caliphate",
                     *               "subFaction": "Dune Sea",
                     *               "outcome": null,
                     *               "battlePoints": null,
                     *               "victoryPoints": null,
                     *               "objectivePoints": 0,
                     *               "drops": null,
                     *               "role": null,
                     *               "metrics": {}
                     *             }
                     *           ],
                     *           "url": "https://battles.example/battles/harbour-autumn-groups-2026-r3-t4"
                     *         }
                     *       ],
                     *       "next": "https://api.battles.example/api/v1/clubs/northern-legion/battles?limit=2&cursor=88haWhrBfCjTi4yqQiEHiQGizovUAfGIaYYe8ISDMjAyNi0xMS0xNSAwMDAzIGhhcmJvdXItYXV0dW1uLWdyb3Vwcy0yMDI2LXIzLXQ0"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        data: components["schemas"]["Battle"][];
                        /**
                         * Format: uri
                         * @description The whole address of the next page, which carries the filters, the page size and the cursor; null on the last page.
                         */
                        next: string | null;
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What the address names does not exist, or is not published. */
            404: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    clubTournaments: {
        parameters: {
            query?: {
                /** @description This day or later. */
                from?: string;
                /** @description This day or earlier; at most one year after `from`. */
                to?: string;
                /**
                 * @description Entries per page, 100 at most.
                 * @example 2
                 */
                limit?: number;
                /** @description Opaque marker for where the page starts, taken from the page before and never made up. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The club's short name.
                 * @example northern-legion
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description The address of the next page, as in `next`: `<…>; rel="next"`. Absent on the last page. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "slug": "yuletide-brawl-2026",
                     *           "name": "Yuletide Brawl 2026",
                     *           "status": "planned",
                     *           "startDate": "2026-12-19",
                     *           "endDate": "2026-12-19",
                     *           "description": "",
                     *           "city": "Leeds",
                     *           "country": "United Kingdom",
                     *           "players": 6,
                     *           "rounds": 0,
                     *           "battleSize": 2000,
                     *           "battlePack": "Open Frontier",
                     *           "organizer": "northern-legion",
                     *           "tournamentOrganizers": [
                     *             {
                     *               "name": "Tom baker",
                     *               "playerId": "p-1016"
                     *             }
                     *           ],
                     *           "stages": [],
                     *           "url": "https://battles.example/tournaments/yuletide-brawl-2026"
                     *         },
                     *         {
                     *           "slug": "autumn-open-2026",
                     *           "name": "Autumn Open 2026",
                     *           "status": "ongoing",
                     *           "startDate": "2026-11-13",
                     *           "endDate": "2026-11-15",
                     *           "description": "The season ends where it began.",
                     *           "city": "Leeds",
                     *           "country": "United Kingdom",
                     *           "players": 32,
                     *           "rounds": 14,
                     *           "battleSize": 2000,
                     *           "battlePack": "Pitched Clash 2025",
                     *           "organizer": "northern-legion",
                     *           "tournamentOrganizers": [
                     *             {
                     *               "name": "Frøya Kjær",
                     *               "playerId": "p-1333"
                     *             },
                     *             {
                     *               "name": "Борис Коваль",
                     *               "playerId": "p-1316"
                     *             }
                     *           ],
                     *           "stages": [
                     *             {
                     *               "id": "swiss",
                     *               "name": "Swiss Rounds",
                     *               "type": "board",
                     *               "rounds": 5
                     *             },
                     *             {
                     *               "id": "knockout",
                     *               "name": "Top 8",
                     *               "type": "bracket",
                     *               "rounds": 3,
                     *               "players": 8
                     *             },
                     *             {
                     *               "id": "placement-swiss",
                     *               "name": "Silver Bracket Swiss",
                     *               "type": "board",
                     *               "rounds": 3
                     *             },
                     *             {
                     *               "id": "placement-3",
                     *               "name": "Third Place",
                     *               "type": "bracket",
                     *               "rounds": 1
                     *             },
                     *             {
                     *               "id": "placement-5-8",
                     *               "name": "Places 5-8",
                     *               "type": "bracket",
                     *               "rounds": 2
                     *             }
                     *           ],
                     *           "url": "https://battles.example/tournaments/autumn-open-2026"
                     *         }
                     *       ],
                     *       "next": "https://api.battles.example/api/v1/clubs/northern-legion/tournaments?limit=2&cursor=CQT_hhn30M8ucB7YQmFIpAGizovUAcxpNTXStWxfMjAyNi0xMS0xMyAwMDAwIGF1dHVtbi1vcGVuLTIwMjY"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        data: components["schemas"]["Tournament"][];
                        /**
                         * Format: uri
                         * @description The whole address of the next page, which carries the filters, the page size and the cursor; null on the last page.
                         */
                        next: string | null;
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What the address names does not exist, or is not published. */
            404: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    factions: {
        parameters: {
            query?: {
                /**
                 * @description Entries per page, 100 at most.
                 * @example 2
                 */
                limit?: number;
                /** @description Opaque marker for where the page starts, taken from the page before and never made up. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description The address of the next page, as in `next`: `<…>; rel="next"`. Absent on the last page. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "slug": "ashen-choir",
                     *           "name": "Ashen Choir",
                     *           "url": "https://battles.example/factions/ashen-choir"
                     *         },
                     *         {
                     *           "slug": "brass-caliphate",
                     *           "name": "Brass Caliphate",
                     *           "url": "https://battles.example/factions/brass-caliphate"
                     *         }
                     *       ],
                     *       "next": "https://api.battles.example/api/v1/factions?limit=2&cursor=UF7Wljb624B7YU2v5DJVTwGizovUAcPKUZG5ak_NYnJhc3MgY2FsaXBoYXRlAWJyYXNzLWNhbGlwaGF0ZQ"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        data: components["schemas"]["Faction"][];
                        /**
                         * Format: uri
                         * @description The whole address of the next page, which carries the filters, the page size and the cursor; null on the last page.
                         */
                        next: string | null;
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    ratings: {
        parameters: {
            query?: {
                /** @description A club that the player has represented in a tournament, by its short name or its name, without regard to case and accents. */
                club?: string;
                /** @description A faction that the player has signed up with or played, without regard to case and accents; archived battles do not count. */
                faction?: string;
                /**
                 * @description Entries per page, 100 at most.
                 * @example 3
                 */
                limit?: number;
                /** @description Opaque marker for where the page starts, taken from the page before and never made up. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description The address of the next page, as in `next`: `<…>; rel="next"`. Absent on the last page. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "player": "Jérôme Fournier",
                     *           "playerId": "p-1026",
                     *           "place": 1,
                     *           "value": 1922.3406,
                     *           "deviation": 107.8728,
                     *           "asOf": "2026-11-15"
                     *         },
                     *         {
                     *           "player": "Lieke Smit",
                     *           "playerId": "p-1119",
                     *           "place": 2,
                     *           "value": 1779.5704,
                     *           "deviation": 101.0085,
                     *           "asOf": "2026-11-15"
                     *         }
                     *       ],
                     *       "next": "https://api.battles.example/api/v1/ratings?limit=3&cursor=o3sfgX8KwhMg9vH_-tlQ0QGizovUAc4Q3NtJIV6TMjEzMTQ4MTQ1NSBwLTEwNDk",
                     *       "method": {
                     *         "name": "glicko2-1",
                     *         "url": "https://battles.example/method#ratings-glicko2-1",
                     *         "asOf": "2026-11-15",
                     *         "upToDate": true,
                     *         "prediction": {
                     *           "battles": 289,
                     *           "since": "2026-06-15",
                     *           "logLoss": 0.558521,
                     *           "elo": 0.611857,
                     *           "even": 0.693147
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        data: {
                            /** @description Display name. */
                            player: string;
                            /** @description Public player id. */
                            playerId: string;
                            /** @description Among all who are not provisional, 1 = strongest; those of equal value share it. Null while provisional. */
                            place?: number | null;
                            /** @description Estimated strength; every player starts at 1500. */
                            value?: number;
                            /** @description How sure that is: in 95 of 100 cases the strength is within two deviations of the value. */
                            deviation?: number;
                            /**
                             * Format: date
                             * @description Battles up to this day, a Sunday, are in it, once `ratingMethod` is `upToDate`.
                             */
                            asOf?: string;
                        }[];
                        /**
                         * Format: uri
                         * @description The whole address of the next page, which carries the filters, the page size and the cursor; null on the last page.
                         */
                        next: string | null;
                        /** @description How ratings are computed, and how well they have predicted results. */
                        method: {
                            /** @description Name of the method. A method with different results has another name. */
                            name: string;
                            /**
                             * Format: uri
                             * @description Link to the page that explains it.
                             */
                            url: string;
                            /**
                             * Format: date
                             * @description Battles up to this day are in the ratings, once they are `upToDate`; null while there are none.
                             */
                            asOf: string | null;
                            /** @description Whether the ratings include everything else that this answer shows. False for moments after a write: names and numbers of battles are then newer than ratings and places. */
                            upToDate: boolean;
                            /** @description How well it predicts results; null while there are no rated battles. */
                            prediction: {
                                /** @description How many battles were judged. */
                                battles: number;
                                /**
                                 * Format: date
                                 * @description First day of the earliest week in which they were played.
                                 */
                                since: string;
                                /** @description Mean log-loss of these ratings. */
                                logLoss: number;
                                /** @description Mean log-loss of Elo with K = 32, which is updated after every battle. */
                                elo: number;
                                /** @description Mean log-loss of always predicting one half. */
                                even: number;
                            } | null;
                        };
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /**
                 * @description What to look for, from one letter on; 200 characters at most, of which ten words count.
                 * @example har
                 */
                q: string;
                /** @description Only these kinds; all of them when left out. */
                kinds?: ("tournament" | "club" | "player")[];
                /**
                 * @description Entries per page, 100 at most.
                 * @example 3
                 */
                limit?: number;
                /** @description Opaque marker for where the page starts, taken from the page before and never made up. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description The address of the next page, as in `next`: `<…>; rel="next"`. Absent on the last page. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "type": "player",
                     *           "publicId": "p-1408",
                     *           "name": "Femke 't Hart"
                     *         },
                     *         {
                     *           "type": "tournament",
                     *           "slug": "harbour-autumn-groups-2026",
                     *           "name": "Harbour Autumn Groups 2026",
                     *           "status": "ongoing",
                     *           "startDate": "2026-11-14",
                     *           "endDate": "2026-11-16",
                     *           "city": "Rotterdam",
                     *           "country": "Netherlands",
                     *           "url": "https://battles.example/tournaments/harbour-autumn-groups-2026"
                     *         }
                     *       ],
                     *       "similar": false,
                     *       "next": "https://api.battles.example/api/v1/search?q=har&limit=3&cursor=doVJNRHdi6YeriVn2OSobQGizovUAS5mngoPhihTMTA5NTY3NyBoYXJib3VyIHdhcmdhbWVycwFjbHViIGhhcmJvdXItd2FyZ2FtZXJz"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        data: (components["schemas"]["FoundTournament"] | components["schemas"]["FoundClub"] | components["schemas"]["FoundPlayer"])[];
                        /** @description True when nothing was found, and these are names of a similar spelling. */
                        similar: boolean;
                        /**
                         * Format: uri
                         * @description The whole address of the next page, which carries the filters, the page size and the cursor; null on the last page.
                         */
                        next: string | null;
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    factionStatistics: {
        parameters: {
            query?: {
                /** @description Tournaments that began on this day or later. */
                from?: string;
                /** @description Tournaments that began on this day or earlier, however long after `from`. */
                to?: string;
                /** @description Name of the battle pack used, without regard to case and accents. */
                battlePack?: string;
                /**
                 * @description Country name, without regard to case and accents.
                 * @example united kingdom
                 */
                country?: string;
                /** @description The short name of the club running the tournament. */
                club?: string;
                /** @description Tournaments with at least this many players signed up. */
                minPlayers?: number;
                /** @description Battles in which both players had at least this rating beforehand. */
                minRating?: number;
                /** @description Battles in which both players had at most this rating beforehand. */
                maxRating?: number;
                /** @description What a draw counts in win rates. */
                draws?: "HALF" | "ZERO" | "OMIT";
                /**
                 * @description The short name of the one faction to show.
                 * @example ashen-choir
                 */
                faction?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "method": "factions-3",
                     *       "methodUrl": "https://battles.example/method",
                     *       "battles": 1540,
                     *       "events": 10,
                     *       "players": 450,
                     *       "data": [
                     *         {
                     *           "faction": {
                     *             "slug": "ashen-choir",
                     *             "name": "Ashen Choir",
                     *             "url": "https://battles.example/factions/ashen-choir"
                     *           },
                     *           "share": {
                     *             "value": 0.075556,
                     *             "n": 450,
                     *             "events": 10,
                     *             "wilson": {
                     *               "low": 0.054569,
                     *               "high": 0.103727
                     *             },
                     *             "byEvent": {
                     *               "low": 0.044335,
                     *               "high": 0.125866
                     *             },
                     *             "byPlayer": {
                     *               "low": 0.044335,
                     *               "high": 0.125866
                     *             },
                     *             "interval": {
                     *               "low": 0.044335,
                     *               "high": 0.125866
                     *             },
                     *             "reliable": true
                     *           },
                     *           "winRate": {
                     *             "value": 0.49569,
                     *             "n": 232,
                     *             "events": 8,
                     *             "wilson": {
                     *               "low": 0.431949,
                     *               "high": 0.55957
                     *             },
                     *             "byEvent": {
                     *               "low": 0.309568,
                     *               "high": 0.681812
                     *             },
                     *             "byPlayer": {
                     *               "low": 0.307092,
                     *               "high": 0.684288
                     *             },
                     *             "interval": {
                     *               "low": 0.307092,
                     *               "high": 0.684288
                     *             },
                     *             "reliable": false
                     *           },
                     *           "asAttacker": {
                     *             "value": null,
                     *             "n": 0,
                     *             "events": 0,
                     *             "wilson": null,
                     *             "byEvent": null,
                     *             "byPlayer": null,
                     *             "interval": null,
                     *             "reliable": false
                     *           },
                     *           "asDefender": {
                     *             "value": null,
                     *             "n": 0,
                     *             "events": 0,
                     *             "wilson": null,
                     *             "byEvent": null,
                     *             "byPlayer": null,
                     *             "interval": null,
                     *             "reliable": false
                     *           },
                     *           "aboveExpectation": {
                     *             "value": -0.001784,
                     *             "n": 228,
                     *             "events": 8,
                     *             "wilson": {
                     *               "low": -0.06607,
                     *               "high": 0.062647
                     *             },
                     *             "byEvent": {
                     *               "low": -0.16728,
                     *               "high": 0.163711
                     *             },
                     *             "byPlayer": {
                     *               "low": -0.169896,
                     *               "high": 0.166328
                     *             },
                     *             "interval": {
                     *               "low": -0.169896,
                     *               "high": 0.166328
                     *             },
                     *             "reliable": false
                     *           },
                     *           "unbeatenStarts": {
                     *             "value": 1.058824,
                     *             "n": 34,
                     *             "events": 8,
                     *             "wilson": {
                     *               "low": 0.293088,
                     *               "high": 3.436849
                     *             },
                     *             "byEvent": {
                     *               "low": 0,
                     *               "high": 2.836831
                     *             },
                     *             "byPlayer": {
                     *               "low": 0,
                     *               "high": 2.84054
                     *             },
                     *             "interval": {
                     *               "low": 0.293088,
                     *               "high": 3.436849
                     *             },
                     *             "reliable": false
                     *           },
                     *           "topPlaces": {
                     *             "value": 0.77963,
                     *             "n": 30,
                     *             "events": 7,
                     *             "wilson": {
                     *               "low": 0.216079,
                     *               "high": 2.49366
                     *             },
                     *             "byEvent": {
                     *               "low": 0,
                     *               "high": 3.311633
                     *             },
                     *             "byPlayer": {
                     *               "low": 0,
                     *               "high": 3.345818
                     *             },
                     *             "interval": {
                     *               "low": 0,
                     *               "high": 3.345818
                     *             },
                     *             "reliable": false
                     *           },
                     *           "eventWins": 0,
                     *           "months": [
                     *             {
                     *               "month": "2023-03",
                     *               "share": {
                     *                 "value": 0.03125,
                     *                 "n": 32,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0.005538,
                     *                   "high": 0.157443
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0.005538,
                     *                   "high": 0.157443
                     *                 },
                     *                 "reliable": false
                     *               },
                     *               "winRate": {
                     *                 "value": 0.6,
                     *                 "n": 5,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0.230724,
                     *                   "high": 0.882379
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0.230724,
                     *                   "high": 0.882379
                     *                 },
                     *                 "reliable": false
                     *               }
                     *             },
                     *             {
                     *               "month": "2023-11",
                     *               "share": {
                     *                 "value": 0,
                     *                 "n": 24,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0,
                     *                   "high": 0.137976
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0,
                     *                   "high": 0.137976
                     *                 },
                     *                 "reliable": false
                     *               },
                     *               "winRate": {
                     *                 "value": null,
                     *                 "n": 0,
                     *                 "events": 0,
                     *                 "wilson": null,
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": null,
                     *                 "reliable": false
                     *               }
                     *             },
                     *             {
                     *               "month": "2024-03",
                     *               "share": {
                     *                 "value": 0.03125,
                     *                 "n": 32,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0.005538,
                     *                   "high": 0.157443
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0.005538,
                     *                   "high": 0.157443
                     *                 },
                     *                 "reliable": false
                     *               },
                     *               "winRate": {
                     *                 "value": 0.6,
                     *                 "n": 5,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0.230724,
                     *                   "high": 0.882379
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0.230724,
                     *                   "high": 0.882379
                     *                 },
                     *                 "reliable": false
                     *               }
                     *             },
                     *             {
                     *               "month": "2024-11",
                     *               "share": {
                     *                 "value": 0.125,
                     *                 "n": 24,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0.043443,
                     *                   "high": 0.310039
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0.043443,
                     *                   "high": 0.310039
                     *                 },
                     *                 "reliable": false
                     *               },
                     *               "winRate": {
                     *                 "value": 0.666667,
                     *                 "n": 15,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0.417135,
                     *                   "high": 0.848237
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0.417135,
                     *                   "high": 0.848237
                     *                 },
                     *                 "reliable": false
                     *               }
                     *             },
                     *             {
                     *               "month": "2025-03",
                     *               "share": {
                     *                 "value": 0.03125,
                     *                 "n": 32,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0.005538,
                     *                   "high": 0.157443
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0.005538,
                     *                   "high": 0.157443
                     *                 },
                     *                 "reliable": false
                     *               },
                     *               "winRate": {
                     *                 "value": 0.5,
                     *                 "n": 8,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0.215216,
                     *                   "high": 0.784784
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0.215216,
                     *                   "high": 0.784784
                     *                 },
                     *                 "reliable": false
                     *               }
                     *             },
                     *             {
                     *               "month": "2025-07",
                     *               "share": {
                     *                 "value": 0.091837,
                     *                 "n": 196,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0.058881,
                     *                   "high": 0.140484
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0.058881,
                     *                   "high": 0.140484
                     *                 },
                     *                 "reliable": false
                     *               },
                     *               "winRate": {
                     *                 "value": 0.445652,
                     *                 "n": 138,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0.365314,
                     *                   "high": 0.528934
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0.365314,
                     *                   "high": 0.528934
                     *                 },
                     *                 "reliable": false
                     *               }
                     *             },
                     *             {
                     *               "month": "2025-09",
                     *               "share": {
                     *                 "value": 0.130435,
                     *                 "n": 23,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0.045377,
                     *                   "high": 0.321275
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0.045377,
                     *                   "high": 0.321275
                     *                 },
                     *                 "reliable": false
                     *               },
                     *               "winRate": {
                     *                 "value": 0.541667,
                     *                 "n": 12,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0.285993,
                     *                   "high": 0.777133
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0.285993,
                     *                   "high": 0.777133
                     *                 },
                     *                 "reliable": false
                     *               }
                     *             },
                     *             {
                     *               "month": "2025-11",
                     *               "share": {
                     *                 "value": 0.115385,
                     *                 "n": 26,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0.040032,
                     *                   "high": 0.289759
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0.040032,
                     *                   "high": 0.289759
                     *                 },
                     *                 "reliable": false
                     *               },
                     *               "winRate": {
                     *                 "value": 0.5,
                     *                 "n": 24,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0.314274,
                     *                   "high": 0.685726
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0.314274,
                     *                   "high": 0.685726
                     *                 },
                     *                 "reliable": false
                     *               }
                     *             },
                     *             {
                     *               "month": "2026-03",
                     *               "share": {
                     *                 "value": 0,
                     *                 "n": 32,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0,
                     *                   "high": 0.107179
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0,
                     *                   "high": 0.107179
                     *                 },
                     *                 "reliable": false
                     *               },
                     *               "winRate": {
                     *                 "value": null,
                     *                 "n": 0,
                     *                 "events": 0,
                     *                 "wilson": null,
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": null,
                     *                 "reliable": false
                     *               }
                     *             },
                     *             {
                     *               "month": "2026-11",
                     *               "share": {
                     *                 "value": 0.137931,
                     *                 "n": 29,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0.054974,
                     *                   "high": 0.30559
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0.054974,
                     *                   "high": 0.30559
                     *                 },
                     *                 "reliable": false
                     *               },
                     *               "winRate": {
                     *                 "value": 0.6,
                     *                 "n": 25,
                     *                 "events": 1,
                     *                 "wilson": {
                     *                   "low": 0.407395,
                     *                   "high": 0.765967
                     *                 },
                     *                 "byEvent": null,
                     *                 "byPlayer": null,
                     *                 "interval": {
                     *                   "low": 0.407395,
                     *                   "high": 0.765967
                     *                 },
                     *                 "reliable": false
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description How the figures are computed. Another method has another name. */
                        method: string;
                        /**
                         * Format: uri
                         * @description Where the method is explained.
                         */
                        methodUrl: string;
                        /** @description Battles between two factions that are known. */
                        battles: number;
                        /** @description Tournaments with such battles. */
                        events: number;
                        /** @description Players with a battle that counts whose faction is known, once for each tournament. */
                        players: number;
                        /** @description Every faction that was played, in alphabetical order. */
                        data: {
                            /** @description The faction. */
                            faction: components["schemas"]["Faction"];
                            /** @description The faction's players over all players whose faction is known. */
                            share: components["schemas"]["Estimate"];
                            /** @description Score divided by battles, without battles of the faction against itself. */
                            winRate: components["schemas"]["Estimate"];
                            /** @description The win rate where it was the attacker. */
                            asAttacker: components["schemas"]["Estimate"];
                            /** @description The win rate where it was the defender. */
                            asDefender: components["schemas"]["Estimate"];
                            /** @description The mean of the score minus what the ratings of the two players predicted: the strength of the faction without the skill of its players. A draw is a half here, whatever `draws` says, because that is what ratings expect of it. */
                            aboveExpectation: components["schemas"]["Estimate"];
                            /** @description Its share of those who won their first four battles, over its share of the field: 1 is what numbers explain. */
                            unbeatenStarts: components["schemas"]["Estimate"];
                            /** @description Its share of the first four places, over its share of the field. */
                            topPlaces: components["schemas"]["Estimate"];
                            /** @description How many tournaments were won with it. */
                            eventWins: number;
                            /** @description Share and win rate by the month in which tournaments began, the earliest first. */
                            months: {
                                /** @description The month, in the form YYYY-MM. */
                                month: string;
                                /** @description The faction's players over all players whose faction is known. */
                                share: components["schemas"]["Estimate"];
                                /** @description Score divided by battles, without battles of the faction against itself. */
                                winRate: components["schemas"]["Estimate"];
                            }[];
                        }[];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    matchupStatistics: {
        parameters: {
            query?: {
                /** @description Tournaments that began on this day or later. */
                from?: string;
                /** @description Tournaments that began on this day or earlier, however long after `from`. */
                to?: string;
                /** @description Name of the battle pack used, without regard to case and accents. */
                battlePack?: string;
                /**
                 * @description Country name, without regard to case and accents.
                 * @example united kingdom
                 */
                country?: string;
                /** @description The short name of the club running the tournament. */
                club?: string;
                /** @description Tournaments with at least this many players signed up. */
                minPlayers?: number;
                /** @description Battles in which both players had at least this rating beforehand. */
                minRating?: number;
                /** @description Battles in which both players had at most this rating beforehand. */
                maxRating?: number;
                /** @description What a draw counts in win rates. */
                draws?: "HALF" | "ZERO" | "OMIT";
                /**
                 * @description The short name of the one faction to show.
                 * @example ashen-choir
                 */
                faction?: string;
                /** @description The short name of the one opponent to show. */
                opponent?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "method": "factions-3",
                     *       "methodUrl": "https://battles.example/method",
                     *       "battles": 1540,
                     *       "events": 10,
                     *       "players": 450,
                     *       "data": [
                     *         {
                     *           "faction": {
                     *             "slug": "ashen-choir",
                     *             "name": "Ashen Choir",
                     *             "url": "https://battles.example/factions/ashen-choir"
                     *           },
                     *           "opponent": {
                     *             "slug": "ashen-choir",
                     *             "name": "Ashen Choir",
                     *             "url": "https://battles.example/factions/ashen-choir"
                     *           },
                     *           "battles": 5,
                     *           "winRate": {
                     *             "value": null,
                     *             "n": 0,
                     *             "events": 0,
                     *             "wilson": null,
                     *             "byEvent": null,
                     *             "byPlayer": null,
                     *             "interval": null,
                     *             "reliable": false
                     *           },
                     *           "asAttacker": {
                     *             "value": null,
                     *             "n": 0,
                     *             "events": 0,
                     *             "wilson": null,
                     *             "byEvent": null,
                     *             "byPlayer": null,
                     *             "interval": null,
                     *             "reliable": false
                     *           },
                     *           "asDefender": {
                     *             "value": null,
                     *             "n": 0,
                     *             "events": 0,
                     *             "wilson": null,
                     *             "byEvent": null,
                     *             "byPlayer": null,
                     *             "interval": null,
                     *             "reliable": false
                     *           }
                     *         },
                     *         {
                     *           "faction": {
                     *             "slug": "ashen-choir",
                     *             "name": "Ashen Choir",
                     *             "url": "https://battles.example/factions/ashen-choir"
                     *           },
                     *           "opponent": {
                     *             "slug": "brass-caliphate",
                     *             "name": "Brass Caliphate",
                     *             "url": "https://battles.example/factions/brass-caliphate"
                     *           },
                     *           "battles": 27,
                     *           "winRate": {
                     *             "value": 0.462963,
                     *             "n": 27,
                     *             "events": 7,
                     *             "wilson": {
                     *               "low": 0.291539,
                     *               "high": 0.643614
                     *             },
                     *             "byEvent": {
                     *               "low": 0.035433,
                     *               "high": 0.890492
                     *             },
                     *             "byPlayer": {
                     *               "low": 0.006662,
                     *               "high": 0.919264
                     *             },
                     *             "interval": {
                     *               "low": 0.006662,
                     *               "high": 0.919264
                     *             },
                     *             "reliable": false
                     *           },
                     *           "asAttacker": {
                     *             "value": null,
                     *             "n": 0,
                     *             "events": 0,
                     *             "wilson": null,
                     *             "byEvent": null,
                     *             "byPlayer": null,
                     *             "interval": null,
                     *             "reliable": false
                     *           },
                     *           "asDefender": {
                     *             "value": null,
                     *             "n": 0,
                     *             "events": 0,
                     *             "wilson": null,
                     *             "byEvent": null,
                     *             "byPlayer": null,
                     *             "interval": null,
                     *             "reliable": false
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description How the figures are computed. Another method has another name. */
                        method: string;
                        /**
                         * Format: uri
                         * @description Where the method is explained.
                         */
                        methodUrl: string;
                        /** @description Battles between two factions that are known. */
                        battles: number;
                        /** @description Tournaments with such battles. */
                        events: number;
                        /** @description Players with a battle that counts whose faction is known, once for each tournament. */
                        players: number;
                        /** @description Each faction against each that it has met, in alphabetical order; among them the faction itself. */
                        data: {
                            /** @description The faction. */
                            faction: components["schemas"]["Faction"];
                            /** @description The faction it has met. */
                            opponent: components["schemas"]["Faction"];
                            /** @description How often they have met. */
                            battles: number;
                            /** @description Score divided by battles; without a value for a faction against itself. */
                            winRate: components["schemas"]["Estimate"];
                            /** @description The win rate where it was the attacker. */
                            asAttacker: components["schemas"]["Estimate"];
                            /** @description The win rate where it was the defender. */
                            asDefender: components["schemas"]["Estimate"];
                        }[];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    tournaments: {
        parameters: {
            query?: {
                /** @description This day or later. */
                from?: string;
                /** @description This day or earlier; at most one year after `from`. */
                to?: string;
                /** @description Only tournaments with this status. */
                status?: "planned" | "ongoing" | "finished";
                /**
                 * @description Entries per page, 100 at most.
                 * @example 2
                 */
                limit?: number;
                /** @description Opaque marker for where the page starts, taken from the page before and never made up. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description The address of the next page, as in `next`: `<…>; rel="next"`. Absent on the last page. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "slug": "frost-cup-2027",
                     *           "name": "Frost Cup 2027",
                     *           "status": "planned",
                     *           "startDate": "2027-02-20",
                     *           "endDate": "2027-02-21",
                     *           "description": "",
                     *           "city": "Kraków",
                     *           "country": "Poland",
                     *           "players": 12,
                     *           "rounds": 5,
                     *           "battleSize": 2000,
                     *           "battlePack": "Pitched Clash 2025",
                     *           "organizer": "smocza-jama",
                     *           "tournamentOrganizers": [
                     *             {
                     *               "name": "Анна Шевчук",
                     *               "playerId": "p-1061"
                     *             }
                     *           ],
                     *           "stages": [
                     *             {
                     *               "id": "swiss",
                     *               "name": "Group Stage",
                     *               "type": "board",
                     *               "rounds": 3
                     *             },
                     *             {
                     *               "id": "knockout",
                     *               "name": "Finals",
                     *               "type": "bracket",
                     *               "rounds": 2,
                     *               "players": 4
                     *             }
                     *           ],
                     *           "url": "https://battles.example/tournaments/frost-cup-2027"
                     *         },
                     *         {
                     *           "slug": "winter-skirmish-2027",
                     *           "name": "Winter Skirmish 2027",
                     *           "status": "planned",
                     *           "startDate": "2027-01-16",
                     *           "endDate": "2027-01-16",
                     *           "description": "",
                     *           "city": "Göteborg",
                     *           "country": "Sweden",
                     *           "players": 14,
                     *           "rounds": 3,
                     *           "battleSize": 2000,
                     *           "battlePack": "Open Frontier",
                     *           "organizer": "vastkustens-strateger",
                     *           "tournamentOrganizers": [
                     *             {
                     *               "name": "Íñigo López",
                     *               "playerId": "p-1420"
                     *             }
                     *           ],
                     *           "stages": [
                     *             {
                     *               "id": "swiss",
                     *               "name": "Swiss",
                     *               "type": "board",
                     *               "rounds": 3
                     *             }
                     *           ],
                     *           "url": "https://battles.example/tournaments/winter-skirmish-2027"
                     *         }
                     *       ],
                     *       "next": "https://api.battles.example/api/v1/tournaments?limit=2&cursor=CFOO3L1wJXSjgD3ql0Aa-AGizovUAX-5SZ5APrBnMjAyNy0wMS0xNiAwMDAwIHdpbnRlci1za2lybWlzaC0yMDI3"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        data: components["schemas"]["Tournament"][];
                        /**
                         * Format: uri
                         * @description The whole address of the next page, which carries the filters, the page size and the cursor; null on the last page.
                         */
                        next: string | null;
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    tournament: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tournament's short name.
                 * @example spring-clash-2026
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "slug": "spring-clash-2026",
                     *         "name": "Spring Clash 2026",
                     *         "status": "finished",
                     *         "startDate": "2026-03-13",
                     *         "endDate": "2026-03-15",
                     *         "description": "Five rounds of Swiss, then the best eight play for the cup.\nEverybody else plays on.",
                     *         "city": "Leeds",
                     *         "country": "United Kingdom",
                     *         "players": 32,
                     *         "rounds": 14,
                     *         "battleSize": 2000,
                     *         "battlePack": "Pitched Clash 2025",
                     *         "organizer": "northern-legion",
                     *         "tournamentOrganizers": [
                     *           {
                     *             "name": "Łucja Żak",
                     *             "playerId": "p-1312"
                     *           },
                     *           {
                     *             "name": "Nuria Ríos",
                     *             "playerId": "p-1278"
                     *           },
                     *           {
                     *             "name": "Αλέξης Βλάχος",
                     *             "playerId": "p-1295"
                     *           }
                     *         ],
                     *         "stages": [
                     *           {
                     *             "id": "swiss",
                     *             "name": "Swiss Stage",
                     *             "type": "board",
                     *             "rounds": 5
                     *           },
                     *           {
                     *             "id": "knockout",
                     *             "name": "Knockout",
                     *             "type": "bracket",
                     *             "rounds": 3,
                     *             "players": 8
                     *           },
                     *           {
                     *             "id": "placement-swiss",
                     *             "name": "Placement Swiss",
                     *             "type": "board",
                     *             "rounds": 3
                     *           },
                     *           {
                     *             "id": "placement-3",
                     *             "name": "Third Place",
                     *             "type": "bracket",
                     *             "rounds": 1
                     *           },
                     *           {
                     *             "id": "placement-5-8",
                     *             "name": "Places 5-8",
                     *             "type": "bracket",
                     *             "rounds": 2
                     *           },
                     *           {
                     *             "id": "standings",
                     *             "name": "Final Standings",
                     *             "type": "board"
                     *           }
                     *         ],
                     *         "url": "https://battles.example/tournaments/spring-clash-2026"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One tournament. */
                        data: components["schemas"]["Tournament"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What the address names does not exist, or is not published. */
            404: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    tournamentBattles: {
        parameters: {
            query?: {
                /**
                 * @description Entries per page, 100 at most.
                 * @example 2
                 */
                limit?: number;
                /** @description Opaque marker for where the page starts, taken from the page before and never made up. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The tournament's short name.
                 * @example spring-clash-2026
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description The address of the next page, as in `next`: `<…>; rel="next"`. Absent on the last page. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "spring-clash-2026-placement-swiss-r3-t9",
                     *           "date": "2026-03-15",
                     *           "tournament": "spring-clash-2026",
                     *           "stage": "placement-swiss",
                     *           "round": 3,
                     *           "scenario": "Crossroads at Dusk",
                     *           "battlePack": "Pitched Clash 2025",
                     *           "battleSize": 2000,
                     *           "winner": "Élodie d’Arcy",
                     *           "victorySize": "minor",
                     *           "players": [
                     *             {
                     *               "player": "Zoë Brontë",
                     *               "playerId": "p-1010",
                     *               "faction": "Gravemarch",
                     *               "subFaction": "Barrow Kings",
                     *               "outcome": "loss",
                     *               "battlePoints": 8,
                     *               "victoryPoints": 28,
                     *               "objectivePoints": 12,
                     *               "battleTacticsScored": 4,
                     *               "drops": 2,
                     *               "role": null,
                     *               "metrics": {
                     *                 "First blood": 1,
                     *                 "Units destroyed": 12
                     *               }
                     *             },
                     *             {
                     *               "player": "Élodie d’Arcy",
                     *               "playerId": "p-1012",
                     *               "faction": "Tidewrought",
                     *               "subFaction": "Drowned Fleet",
                     *               "outcome": "win",
                     *               "battlePoints": 12,
                     *               "victoryPoints": 32,
                     *               "objectivePoints": 24,
                     *               "battleTacticsScored": 2,
                     *               "drops": null,
                     *               "role": null,
                     *               "metrics": {
                     *                 "First blood": 1,
                     *                 "Units destroyed": 8
                     *               }
                     *             }
                     *           ],
                     *           "url": "https://battles.example/battles/spring-clash-2026-placement-swiss-r3-t9"
                     *         },
                     *         {
                     *           "id": "spring-clash-2026-placement-swiss-r3-t8",
                     *           "date": "2026-03-15",
                     *           "tournament": "spring-clash-2026",
                     *           "stage": "placement-swiss",
                     *           "round": 3,
                     *           "scenario": "Crossroads at Dusk",
                     *           "battlePack": "Pitched Clash 2025",
                     *           "battleSize": 2000,
                     *           "winner": "Tom baker",
                     *           "victorySize": "minor",
                     *           "players": [
                     *             {
                     *               "player": "Ольга Смирнова",
                     *               "playerId": "p-1007",
                     *               "faction": "Stormhide Tribes",
                     *               "subFaction": "Thunder Kin",
                     *               "outcome": "loss",
                     *               "battlePoints": 6,
                     *               "victoryPoints": 18,
                     *               "objectivePoints": 14,
                     *               "battleTacticsScored": 1,
                     *               "drops": 1,
                     *               "role": null,
                     *               "metrics": {
                     *                 "First blood": 1,
                     *                 "Units destroyed": 7
                     *               }
                     *             },
                     *             {
                     *               "player": "Tom baker",
                     *               "playerId": "p-1016",
                     *               "faction": "Frostfang Pact",
                     *               "subFaction": "Ice Road",
                     *               "outcome": "win",
                     *               "battlePoints": 14,
                     *               "victoryPoints": 29,
                     *               "objectivePoints": 17,
                     *               "battleTacticsScored": 3,
                     *               "drops": 3,
                     *               "role": null,
                     *               "metrics": {
                     *                 "First blood": 1,
                     *                 "Units destroyed": 9
                     *               }
                     *             }
                     *           ],
                     *           "url": "https://battles.example/battles/spring-clash-2026-placement-swiss-r3-t8"
                     *         }
                     *       ],
                     *       "next": "https://api.battles.example/api/v1/tournaments/spring-clash-2026/battles?limit=2&cursor=OAqyrf0SKisSVK7sox34vgGizovUAY0l7saVYQ7tMjAyNi0wMy0xNSAwMDAzIHNwcmluZy1jbGFzaC0yMDI2LXBsYWNlbWVudC1zd2lzcy1yMy10OA"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        data: components["schemas"]["Battle"][];
                        /**
                         * Format: uri
                         * @description The whole address of the next page, which carries the filters, the page size and the cursor; null on the last page.
                         */
                        next: string | null;
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What the address names does not exist, or is not published. */
            404: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    tournamentParticipants: {
        parameters: {
            query?: {
                /**
                 * @description Entries per page, 100 at most.
                 * @example 2
                 */
                limit?: number;
                /** @description Opaque marker for where the page starts, taken from the page before and never made up. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The tournament's short name.
                 * @example spring-clash-2026
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description The address of the next page, as in `next`: `<…>; rel="next"`. Absent on the last page. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "player": "Ana María Muñoz",
                     *           "playerId": "p-1011",
                     *           "club": "phalanx-gaming",
                     *           "group": null,
                     *           "dropped": false,
                     *           "finalPlacement": 9,
                     *           "list": {
                     *             "faction": "Sunforged Legion",
                     *             "subFaction": "Dawn Patrol",
                     *             "points": 1910,
                     *             "battleTacticCards": [
                     *               "Cunning Plan",
                     *               "Feint"
                     *             ],
                     *             "text": "Sunforged Legion: Dawn Patrol\n\nSky Envoy (200) - General\nDisc Throwers (170)\nDisc Throwers (170)\nWinged Scouts (210)\nWinged Scouts (210)\nGilded Infantry (180) - Reinforced\nGilded Infantry (90)\nDisc Throwers (170)\nDisc Throwers (170)\nDisc Throwers (170)\nDisc Throwers (170)\n\nTotal: 1910/2000"
                     *           }
                     *         },
                     *         {
                     *           "player": "anders åkesson",
                     *           "playerId": "p-1013",
                     *           "club": "harbour-wargamers",
                     *           "group": null,
                     *           "dropped": false,
                     *           "finalPlacement": 22,
                     *           "list": {
                     *             "faction": "Mirrored City",
                     *             "subFaction": "Masked Ball",
                     *             "points": 1940,
                     *             "battleTacticCards": [
                     *               "Feint",
                     *               "Steady Advance"
                     *             ],
                     *             "text": "Mirrored City: Masked Ball\n\nMask Maker (200) - General\nCourt Fencers (250)\nCourt Fencers (250)\nMirror Duellists (130)\nLamp Lighters (420) - Reinforced\nMirror Duellists (130)\nMirror Duellists (130)\nCourt Fencers (250)\nCity Watch (180) - Reinforced\n\nTotal: 1940/2000"
                     *           }
                     *         }
                     *       ],
                     *       "next": "https://api.battles.example/api/v1/tournaments/spring-clash-2026/participants?limit=2&cursor=_qT9gdcaJbJZ0gvLVvBA8wGizovUASvf1659h8weYW5kZXJzIGFrZXNzb24BMDAwMDE0"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        data: components["schemas"]["Participant"][];
                        /**
                         * Format: uri
                         * @description The whole address of the next page, which carries the filters, the page size and the cursor; null on the last page.
                         */
                        next: string | null;
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What the address names does not exist, or is not published. */
            404: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    tournamentStandings: {
        parameters: {
            query?: {
                /**
                 * @description A stage id, as read from the stages of the tournament.
                 * @example knockout
                 */
                stage?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The tournament's short name.
                 * @example spring-clash-2026
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "stage": {
                     *         "id": "knockout",
                     *         "name": "Knockout",
                     *         "type": "bracket"
                     *       },
                     *       "data": [
                     *         {
                     *           "round": "Quarter-final",
                     *           "table": 1,
                     *           "players": [
                     *             "Jérôme Fournier",
                     *             "Søren Ødegård"
                     *           ],
                     *           "winner": "Jérôme Fournier",
                     *           "battle": "spring-clash-2026-knockout-r1-t1"
                     *         },
                     *         {
                     *           "round": "Quarter-final",
                     *           "table": 2,
                     *           "players": [
                     *             "Teun 't Hart",
                     *             "Femke Jansen"
                     *           ],
                     *           "winner": "Femke Jansen",
                     *           "battle": "spring-clash-2026-knockout-r1-t2"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The stage these are the standings of. */
                        stage: components["schemas"]["StandingsStage"] & {
                            /** @constant */
                            type?: "board";
                        };
                        /** @description Every row, ranked; group by group when the tournament is set up with groups. */
                        data: components["schemas"]["BoardRow"][];
                    } | {
                        /** @description The stage these are the standings of. */
                        stage: components["schemas"]["StandingsStage"] & {
                            /** @constant */
                            type?: "bracket";
                        };
                        /** @description Every match, earliest round first. */
                        data: components["schemas"]["BracketMatch"][];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What the address names does not exist, or is not published. */
            404: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    player: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The public player id.
                 * @example p-1003
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "publicId": "p-1003",
                     *         "name": "Søren Ødegård",
                     *         "battles": 16
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description One player. */
                        data: components["schemas"]["Player"];
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What the address names does not exist, or is not published. */
            404: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    playerBattles: {
        parameters: {
            query?: {
                /** @description This day or later. */
                from?: string;
                /** @description This day or earlier; at most one year after `from`. */
                to?: string;
                /**
                 * @description Entries per page, 100 at most.
                 * @example 2
                 */
                limit?: number;
                /** @description Opaque marker for where the page starts, taken from the page before and never made up. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The public player id.
                 * @example p-1003
                 */
                publicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested data. */
            200: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description The address of the next page, as in `next`: `<…>; rel="next"`. Absent on the last page. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "spring-clash-2026-placement-5-8-r2-t1",
                     *           "date": "2026-03-15",
                     *           "tournament": "spring-clash-2026",
                     *           "stage": "placement-5-8",
                     *           "round": 2,
                     *           "scenario": "Shifting Ground",
                     *           "battlePack": "Pitched Clash 2025",
                     *           "battleSize": 2000,
                     *           "winner": "Łukasz Wójcik",
                     *           "victorySize": "minor",
                     *           "players": [
                     *             {
                     *               "player": "Søren Ødegård",
                     *               "playerId": "p-1003",
                     *               "faction": "Sunforged Legion",
                     *               "subFaction": "Noon Vanguard",
                     *               "outcome": "loss",
                     *               "battlePoints": 7,
                     *               "victoryPoints": 35,
                     *               "objectivePoints": 23,
                     *               "battleTacticsScored": 3,
                     *               "drops": 4,
                     *               "role": null,
                     *               "metrics": {
                     *                 "First blood": 1,
                     *                 "Units destroyed": 6
                     *               }
                     *             },
                     *             {
                     *               "player": "Łukasz Wójcik",
                     *               "playerId": "p-1004",
                     *               "faction": "Ironbound Holds",
                     *               "subFaction": "Anvil Guard",
                     *               "outcome": "win",
                     *               "battlePoints": 13,
                     *               "victoryPoints": 42,
                     *               "objectivePoints": 26,
                     *               "battleTacticsScored": 4,
                     *               "drops": 1,
                     *               "role": null,
                     *               "metrics": {
                     *                 "First blood": 0,
                     *                 "Units destroyed": 6
                     *               }
                     *             }
                     *           ],
                     *           "url": "https://battles.example/battles/spring-clash-2026-placement-5-8-r2-t1"
                     *         },
                     *         {
                     *           "id": "spring-clash-2026-placement-5-8-r1-t1",
                     *           "date": "2026-03-15",
                     *           "tournament": "spring-clash-2026",
                     *           "stage": "placement-5-8",
                     *           "round": 1,
                     *           "scenario": null,
                     *           "battlePack": "Pitched Clash 2025",
                     *           "battleSize": 2000,
                     *           "winner": "Søren Ødegård",
                     *           "victorySize": "minor",
                     *           "players": [
                     *             {
                     *               "player": "Søren Ødegård",
                     *               "playerId": "p-1003",
                     *               "faction": "Sunforged Legion",
                     *               "subFaction": "Noon Vanguard",
                     *               "outcome": "win",
                     *               "battlePoints": 11,
                     *               "victoryPoints": 29,
                     *               "objectivePoints": 12,
                     *               "battleTacticsScored": 4,
                     *               "drops": null,
                     *               "role": null,
                     *               "metrics": {
                     *                 "First blood": 2,
                     *                 "Units destroyed": 6
                     *               }
                     *             },
                     *             {
                     *               "player": "Teun 't Hart",
                     *               "playerId": "p-1029",
                     *               "faction": "Hollow Star",
                     *               "subFaction": "Comet Tail",
                     *               "outcome": "loss",
                     *               "battlePoints": 9,
                     *               "victoryPoints": 28,
                     *               "objectivePoints": 16,
                     *               "battleTacticsScored": 3,
                     *               "drops": 4,
                     *               "role": null,
                     *               "metrics": {
                     *                 "First blood": 4,
                     *                 "Units destroyed": 5
                     *               }
                     *             }
                     *           ],
                     *           "url": "https://battles.example/battles/spring-clash-2026-placement-5-8-r1-t1"
                     *         }
                     *       ],
                     *       "next": "https://api.battles.example/api/v1/users/p-1003/battles?limit=2&cursor=kCba1oT7XWXuR5Cn0XpSWwGizovUASOCKZjT9n80MjAyNi0wMy0xNSAwMDAxIHNwcmluZy1jbGFzaC0yMDI2LXBsYWNlbWVudC01LTgtcjEtdDE"
                     *     }
                     */
                    "application/json": {
                        /** @description The entries of this page. */
                        data: components["schemas"]["Battle"][];
                        /**
                         * Format: uri
                         * @description The whole address of the next page, which carries the filters, the page size and the cursor; null on the last page.
                         */
                        next: string | null;
                    };
                };
            };
            /** @description Not modified: `If-None-Match` names the current ETag. */
            304: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Changes with the answer. Send it as `If-None-Match` to be told 304 while it is the same. */
                    ETag?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter has an invalid value. */
            400: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API key is missing or invalid. */
            401: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What the address names does not exist, or is not published. */
            404: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has used up its budget for this minute. `Retry-After` says when to continue. */
            429: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something went wrong here; the message has an id to tell us. */
            500: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Temporarily unavailable: too many requests at once, or the data cannot be reached. `Retry-After` says when to try again. */
            503: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This took too long and was cancelled. `Retry-After` says when to try again. */
            504: {
                headers: {
                    /** @description The id of the request, by which it is found in the log: yours if you sent one, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The budget of a key, counted in cost: `"default";q=600000;w=60` is 600000 per 60 seconds. */
                    "RateLimit-Policy"?: string;
                    /** @description What is left of the budget, and for how many seconds: `"default";r=599980;t=42`. A new answer costs what its operation costs, even if it ends in an error; a remembered answer costs 1, or nothing as a 304; an error before the operation runs costs 1. */
                    RateLimit?: string;
                    /** @description Seconds until it is worth trying again. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
