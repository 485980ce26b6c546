// Confirms a change. [S2 setup/success]
import { useEffect } from 'react'
import './security.css'
import { Icon } from '../../../ui/icon.tsx'
import { Card } from '../../../ui/page-header.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { useStore } from '../../../ui/store.ts'
import { useText } from '../../../ui/words.ts'
import { AccountPage } from './part-account-frame.tsx'
import { securityText } from './text.ts'
import { lastChanged } from './use-security.tsx'

export default function SuccessPage() {
  const t = useText(securityText)
  const { params, go } = usePlace()
  const what = useStore(lastChanged)
  const isTrue = what !== null && what === params.type
  useEffect(() => {
    if (!isTrue) go('/account/security/sms', { replace: true })
  }, [isTrue, go])
  if (!isTrue) return null
  return (
    <AccountPage title={t(`${what}Title`)}>
      <Card>
        <div className="security-done" role="status">
          <Icon name="check" size={28} />
          <p>{t(`${what}Done`)}</p>
          <PlainAct kind="primary" onClick={() => go('/account/security/sms')}>
            {t('backToSecurity')}
          </PlainAct>
        </div>
      </Card>
    </AccountPage>
  )
}
