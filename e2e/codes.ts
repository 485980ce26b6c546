// Verification codes as the administrator of a development platform reads them.
import type { Client } from '../apps/demo/client.ts'
import { queryOutbox } from '../features/platform/verification/contract.ts'

/** The code of the last message to an address. */
export async function codeTo(demo: Client, to: string): Promise<string> {
  const { messages } = await demo(queryOutbox, {})
  const code = messages.find((message) => message.to === to)?.text.match(/\b\d{6}\b/)?.[0]
  if (!code) throw new Error(`no code was sent to ${to}`)
  return code
}
