// Tokens of services. A contract declares a token; `service.ts` of the room that owns it provides the service.

/** Names a service of type `T`. Two services never share a name: `collectServices` rejects it. */
export type Token<T> = { readonly name: string; readonly type?: (of: T) => T }

/** Returns the service of a token; it is made at its first use. */
export type Use = <T>(token: Token<T>) => T

export const token = <T>(name: string): Token<T> => ({ name })
