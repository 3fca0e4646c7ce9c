export function hasAgentSdk(): boolean
export function agentSdkFolder(): { readonly folder: string; close(): void }
