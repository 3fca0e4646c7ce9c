import { GIST_SHAPE } from '../../session/digest-shape.ts'
import { SESSION_SHAPE } from '../../session/shape.ts'

/** Raised with every change to the tables or to what stands in them; an index of another form is made anew. */
const TABLES_SHAPE = 8
export const INDEX_VERSION = TABLES_SHAPE * 1000 + GIST_SHAPE

/** The same for the file of postings that is made of it. */
const SHELF_SHAPE = 1
export const SHELF_VERSION = INDEX_VERSION * 100 + SHELF_SHAPE

/** The same for what is prepared, in which views stand as well. */
const PREPARED_SHAPE = 4
export const PREPARED_VERSION = (INDEX_VERSION * 100 + PREPARED_SHAPE) * 100 + SESSION_SHAPE
