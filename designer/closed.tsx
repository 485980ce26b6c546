// Shown when a designer cannot be opened: its name, a link back, and the reason.
import type { ReactNode } from 'react'
import { PageHeader } from '../ui/page-header.tsx'
import './designer.css'

type Above = { to: string; label: string }

export function Closed({ title, above, children }: { title: string; above: Above; children: ReactNode }) {
  return (
    <div className="designer-frame">
      <PageHeader title={title} above={above} />
      {children}
    </div>
  )
}
