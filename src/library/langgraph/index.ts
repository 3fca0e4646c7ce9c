/** leftoff/langgraph: a checkpointer on the log. */
export { LeftoffSaver } from './saver.ts'
