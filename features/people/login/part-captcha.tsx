// The captcha of a form that needs no session; its proof of work is solved while the user types.
import { useCallback, useEffect, useRef, useState } from 'react'
import './login.css'
import { ApiError, call } from '../../../contract/call.ts'
import { IconAct, PlainField } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { showVcode } from './part-light-calls.ts'
import { loginText } from './text.ts'
import { solveWork, type Work } from './work.ts'

export type Demo = { loginname: string; password: string }

export function CaptchaField({
  svg,
  value,
  onChange,
  onRenew,
  error,
}: {
  svg: string
  value: string
  onChange: (value: string) => void
  onRenew: () => void
  error?: string | undefined
}) {
  const t = useText(loginText)
  return (
    <PlainField label={t('vcode')} value={value} onChange={onChange} error={error} autoComplete="off" maxLength={10}>
      <img className="login-captcha" alt={t('captcha')} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />
      <IconAct icon="refresh" label={t('newCode')} onClick={onRenew} />
    </PlainField>
  )
}

/** Solves the proof of work while the user types the characters. The hash library loads on demand. */
function useWork() {
  const under = useRef<{ left: AbortController; solved: Promise<string> }>(undefined)
  const begin = useCallback((work: Work | null) => {
    under.current?.left.abort()
    under.current = undefined
    if (!work) return
    const left = new AbortController()
    const solved = import('@noble/hashes/sha2.js').then(({ sha256 }) => solveWork(work, sha256, left.signal))
    // A caller that awaits `solved` receives the fault; work replaced by a new captcha is not awaited, so its abort is
    // ignored.
    solved.catch(() => undefined)
    under.current = { left, solved }
  }, [])
  useEffect(() => () => under.current?.left.abort(), [])
  return { begin, solved: () => under.current?.solved }
}

/**
 * The captcha with its work when it is required, and the demo's login; requested at the start and after each refusal.
 */
export function useCaptcha(of: 'login' | 'enroll' | 'register' | 'recovery') {
  const [captcha, setCaptcha] = useState<string | null>(null)
  const [demo, setDemo] = useState<Demo | null>(null)
  const { begin, solved } = useWork()
  const ask = useCallback(
    async (loginname: string) => {
      const answer = await call(showVcode, { loginname, of }).catch((error: unknown) => {
        // The login call itself reports errors; the form also works without this answer.
        if (error instanceof ApiError) return null
        throw error
      })
      if (!answer) return
      setCaptcha(answer.needed ? answer.svg : null)
      begin(answer.work)
      setDemo(answer.demo)
    },
    [begin, of],
  )
  useEffect(() => void ask(''), [ask])
  /** The fields of a call that prove a person; none while no captcha is required. */
  const proof = async (vcode: string) => {
    const work = await solved()
    return captcha ? { vcode, work } : {}
  }
  return { captcha, proof, demo, ask }
}
