// How credentials and topic rights reach an external broker: one adapter a broker, chosen by what the broker answers.

/** Rights of gateways on an external broker. Every act resolves when the broker confirmed it. */
export type BrokerAccess = {
  /** Rights of the platform itself and the default for everybody else: nothing. */
  prepare(): Promise<void>
  /** User names that may connect now, with the client id that each is pinned to, or null if it is not. */
  list(): Promise<Map<string, string | null>>
  /** This SN may connect with this secret, and see its own topics only. Repeating it changes the secret. */
  admit(gateways: readonly { sn: string; secret: string; clientId: string | null }[]): Promise<void>
  /** Only this client id may use the SN; null lifts that. Cuts the connection. */
  pin(sn: string, clientId: string | null): Promise<void>
  drop(sn: string): Promise<void>
  remove(sn: string): Promise<void>
}
