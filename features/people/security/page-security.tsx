// Overview of the account's security, with links to change each part. [S2 /account/security/sms, nosms]
import { useEffect } from 'react'
import './security.css'
import { formatDate } from '../../../ui/format.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { useZone } from '../../../ui/me.ts'
import { Card } from '../../../ui/page-header.tsx'
import { Go, usePlace } from '../../../ui/place.tsx'
import { withHeading } from '../../../ui/punctuation.ts'
import { useText } from '../../../ui/words.ts'
import { WeChatRow } from '../wechat/part-we-chat-row.tsx'
import { AccountPage } from './part-account-frame.tsx'
import { securityText } from './text.ts'
import { type Change, type Security, WithSecurity, waysPath } from './use-security.tsx'

export default function SecurityPage() {
  const t = useText(securityText)
  return (
    <AccountPage title={t('title')}>
      <WithSecurity>{(security) => <Rows security={security} />}</WithSecurity>
    </AccountPage>
  )
}

/** Redirects to `nosms` if the platform sends no SMS, and to `sms` if it does. */
function useRightPath({ hasSms }: Security): void {
  const { path, go } = usePlace()
  const right = `/account/security/${hasSms ? 'sms' : 'nosms'}`
  useEffect(() => {
    if (path !== right) go(right, { replace: true })
  }, [path, right, go])
}

function Rows({ security }: { security: Security }) {
  const t = useText(securityText)
  const zone = useZone()
  useRightPath(security)
  const { passwordAt, tel, email, hasQuestions, hasSms, hasMail } = security
  const none = t('notSet')
  return (
    <Card flush>
      <ul className="security-rows">
        <Row
          what="password"
          icon="lock"
          state={passwordAt ? t('passwordSince', { date: formatDate(passwordAt, zone) }) : t('passwordSet')}
          isSet
        />
        <Row what="tel" icon="phone" state={tel ?? none} isSet={tel !== null} why={hasSms ? undefined : t('noSms')} />
        <Row
          what="email"
          icon="mail"
          state={email ?? none}
          isSet={email !== null}
          why={hasMail ? undefined : t('noMail')}
        />
        <Row what="question" icon="info" state={hasQuestions ? t('questionsSet') : none} isSet={hasQuestions} />
        <WeChatRow />
      </ul>
    </Card>
  )
}

function Row({
  what,
  icon,
  state,
  isSet,
  why,
}: {
  what: Change
  icon: IconName
  state: string
  isSet: boolean
  /** The reason why this part cannot be changed on this platform. */
  why?: string | undefined
}) {
  const t = useText(securityText)
  return (
    <li>
      <Icon name={icon} />
      <div>
        <b>{t(what)}</b>
        <p>{t(`${what}About`)}</p>
        {why && <p>{why}</p>}
      </div>
      <span data-set={isSet}>{state}</span>
      {!why && (
        <Go to={waysPath(what)} label={withHeading(t(isSet ? 'change' : 'set'), t(what))}>
          {t(isSet ? 'change' : 'set')}
        </Go>
      )}
    </li>
  )
}
