// Choice of a way to verify the account; skipped while the change window is open. [S2]
import { useEffect } from 'react'
import './security.css'
import { Card } from '../../../ui/page-header.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { AccountPage } from './part-account-frame.tsx'
import { securityText } from './text.ts'
import { type Change, isChange, type Security, setupPath, WithSecurity } from './use-security.tsx'
import { Ways } from './ways.tsx'

export default function WaysPage() {
  const t = useText(securityText)
  const { path } = usePlace()
  const named = path.split('/').at(-2)
  const what: Change = isChange(named) ? named : 'tel'
  return (
    <AccountPage title={t(`${what}Title`)}>
      <Card>
        <WithSecurity>{(security) => <WaysOrOn security={security} what={what} />}</WithSecurity>
      </Card>
    </AccountPage>
  )
}

function WaysOrOn({ security, what }: { security: Security; what: Change }) {
  const { go } = usePlace()
  const isOpen = security.changeUntil !== null
  useEffect(() => {
    if (isOpen) go(setupPath(what), { replace: true })
  }, [isOpen, what, go])
  return isOpen ? null : <Ways security={security} what={what} />
}
