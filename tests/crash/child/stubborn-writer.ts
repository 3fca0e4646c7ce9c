export async function stubbornWriter(_orders: { readonly home: string }): Promise<void> {}
