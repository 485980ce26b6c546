// The head of the pages about how an account signs in.
import type { ReactNode } from 'react'
import './session.css'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useText } from '../../ui/words.ts'
import { sessionText } from './text.ts'

export function SignInHead({ about, children }: { about: ReactNode; children?: ReactNode }) {
  const t = useText(sessionText)
  return (
    <>
      <PageHeader title={t('title')}>{children}</PageHeader>
      <Tabs
        label={t('title')}
        tabs={[
          { to: '/account/security/sessions', label: t('sessions') },
          { to: '/account/security/second-factor', label: t('secondStep') },
          { to: '/account/security/keys', label: t('keys') },
        ]}
      />
      <p className="sign-in-about">{about}</p>
    </>
  )
}
