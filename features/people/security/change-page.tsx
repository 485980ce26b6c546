// The page of a change: its form once the account is verified, and the link to verify again.
import type { ReactNode } from 'react'
import './security.css'
import { Card } from '../../../ui/page-header.tsx'
import { Go } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import { AccountPage } from './part-account-frame.tsx'
import { securityText } from './text.ts'
import { type Change, Verified, waysPath } from './use-security.tsx'

export function ChangePage({ what, children }: { what: Change; children: ReactNode }) {
  const t = useText(securityText)
  return (
    <AccountPage title={t(`${what}Title`)}>
      <Card>
        <Verified key={what} what={what}>
          {children}
          <p className="security-other">
            <Go to={waysPath(what)}>{t('verifyAgain')}</Go>
          </p>
        </Verified>
      </Card>
    </AccountPage>
  )
}
