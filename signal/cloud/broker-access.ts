// Sends credentials and topic rights to an external broker: one adapter per kind of broker, chosen by the broker's
// answer.

/** Rights of gateways on an external broker. Every method resolves once the broker has confirmed. */
export type BrokerAccess = {
  /** Sets the rights of the platform itself, and denies everything to others by default. */
  prepare(): Promise<void>
  /** User names that may connect, with the client id that each is limited to, or null. */
  list(): Promise<Map<string, string | null>>
  /** Allows an SN to connect with this secret and to use only its own topics. Calling it again changes the secret. */
  admit(gateways: readonly { sn: string; secret: string; clientId: string | null }[]): Promise<void>
  /** Limits the SN to this client id; null removes the limit. Closes the connection. */
  pin(sn: string, clientId: string | null): Promise<void>
  drop(sn: string): Promise<void>
  remove(sn: string): Promise<void>
}
