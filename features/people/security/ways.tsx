// The ways to verify the account before a change.
import { useText } from '../../../ui/words.ts'
import type { Way } from './contract.ts'
import { WayList } from './part-steps.tsx'
import { securityText } from './text.ts'
import { type Change, type Security, verifyPath } from './use-security.tsx'

export function Ways({ security, what }: { security: Security; what: Change }) {
  const t = useText(securityText)
  const shown: Record<Way, string | null> = { tel: security.tel, email: security.email, question: null, password: null }
  return (
    <WayList
      lead={t('choose')}
      ways={security.ways.map((way) => ({ way, to: verifyPath(way, what), note: shown[way] }))}
    />
  )
}
