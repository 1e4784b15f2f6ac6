/** Version of the rules by which final places are derived. Places derived by another version are all derived anew. */
export const PLACES_METHOD = 'places-3';
