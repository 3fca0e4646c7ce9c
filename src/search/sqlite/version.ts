import { GIST_SHAPE } from '../../fold/gist-shape.ts'

/** Raised with every change to the tables or to what stands in them; an index of another form is made anew. */
const TABLES_SHAPE = 6
export const INDEX_VERSION = TABLES_SHAPE * 1000 + GIST_SHAPE
