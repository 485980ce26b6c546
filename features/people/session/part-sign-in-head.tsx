// The head of the pages about how an account signs in: title, acts, and what the page is for.
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
