// Temporary messages, bottom right, ten seconds. [S9]
import { useEffect } from 'react'
import './toast.css'
import { Icon } from './icon.tsx'
import { createStore, useStore } from './store.ts'
import { uiText } from './text.ts'
import { useText } from './words.ts'

type Kind = 'good' | 'bad' | 'plain'
type Toast = { id: number; kind: Kind; text: string; code?: number }

const toastMs = 10_000
const most = 4
let last = 0
const toasts = createStore<readonly Toast[]>([])

function show(kind: Kind, text: string, code?: number): void {
  last += 1
  const toast: Toast = { id: last, kind, text, ...(code === undefined ? {} : { code }) }
  // A repeated text renews its toast instead of adding another.
  toasts.set((now) => [...now.filter((other) => other.text !== text), toast].slice(-most))
}

export const toast = {
  good: (text: string) => show('good', text),
  plain: (text: string) => show('plain', text),
  /** An error message; a code is shown, so that it can be reported. */
  bad: (fault: unknown) => {
    const { message, code } = (fault ?? {}) as { message?: unknown; code?: unknown }
    show(
      'bad',
      typeof message === 'string' ? message : String(fault),
      typeof code === 'number' && code > 0 ? code : undefined,
    )
  },
}

const close = (id: number): void => toasts.set((now) => now.filter((one) => one.id !== id))

export function ToastHost() {
  const shown = useStore(toasts)
  return (
    <section className="toasts" aria-live="polite">
      {shown.map((one) => (
        <ToastCard key={one.id} toast={one} />
      ))}
    </section>
  )
}

function ToastCard({ toast: { id, kind, text, code } }: { toast: Toast }) {
  const t = useText(uiText)
  useEffect(() => {
    const timer = setTimeout(() => close(id), toastMs)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <div className={`toast toast-${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon name={kind === 'good' ? 'check' : kind === 'bad' ? 'alarm' : 'info'} size={16} />
      <span className="toast-text">
        {text}
        {code !== undefined && <span className="toast-code">{t('code', { code })}</span>}
      </span>
      <button type="button" className="icon-act" aria-label={t('close')} onClick={() => close(id)}>
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}
