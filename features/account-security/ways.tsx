// The ways by which the account can show who it is.
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Go } from '../../ui/place.tsx'
import { useText } from '../../ui/words.ts'
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
      <ul className="security-ways">
        {security.ways.map((way) => (
          <li key={way}>
            <Go to={verifyPath(way, what)}>
              <Icon name={icons[way]} />
              <span>
                <b>{t(`by_${way}`)}</b>
                {shown[way] && <small>{shown[way]}</small>}
              </span>
              <Icon name="right" size={16} />
            </Go>
          </li>
        ))}
      </ul>
    </div>
  )
}
