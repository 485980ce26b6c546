// Head of the pages about signing in: title, actions, and a description.
import type { ReactNode } from 'react'
import './session.css'
import { PageHeader } from '../../../ui/page-header.tsx'

export function SignInHead({ title, about, children }: { title: string; about: ReactNode; children?: ReactNode }) {
  return (
    <>
      <PageHeader title={title}>{children}</PageHeader>
      <p className="sign-in-about">{about}</p>
    </>
  )
}
