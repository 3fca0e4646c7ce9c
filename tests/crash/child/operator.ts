export async function operator(_orders: { readonly home: string }): Promise<void> {}
