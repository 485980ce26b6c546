// List of the ways to verify the account.
import { ChoiceList } from '../../../ui/choice-list.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { useText } from '../../../ui/words.ts'
import type { Way } from './contract.ts'
import { securityText } from './text.ts'
import { type Change, type Security, verifyPath } from './use-security.tsx'

const icons: Record<Way, IconName> = { tel: 'phone', email: 'mail', question: 'info', password: 'lock' }

export function Ways({ security, what }: { security: Security; what: Change }) {
  const t = useText(securityText)
  const shown: Record<Way, string | null> = { tel: security.tel, email: security.email, question: null, password: null }
  return (
    <div className="security-step">
      <p>{t('choose')}</p>
      <ChoiceList
        choices={security.ways.map((way) => ({
          key: way,
          to: verifyPath(way, what),
          icon: icons[way],
          name: t(`by_${way}`),
          note: shown[way],
        }))}
      />
    </div>
  )
}
