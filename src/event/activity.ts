import { definitions } from './catalogue.ts'

/**
 * Whether an event shows that the agent or its user is at work: every event says so in its own definition. An event
 * type from a newer release counts as activity.
 */
export const isActivity = (type: string): boolean => definitions.get(type)?.activity ?? true
