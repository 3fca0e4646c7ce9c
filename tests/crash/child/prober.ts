export async function prober(_orders: { readonly home: string }): Promise<void> {}
