export const mutants = []
