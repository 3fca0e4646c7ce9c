export async function diskFiller(_orders: { readonly home: string }): Promise<void> {}
