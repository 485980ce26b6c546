// The script of a click: runs in the sandbox with the variables of its widget, then performs its actions in order. Each
// write is confirmed like any other write; one that is not done ends the script. [S3 Click event: script]
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { toast } from '../../../ui/toast.tsx'
import type { Click } from '../../../widgets/host/click-event.ts'
import type { PageHost } from '../../../widgets/host/page-host.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'
import { pageLiveText } from './text.ts'

type Of = {
  values: RefObject<ValueSource | undefined>
  write: PageHost['write']
  open: (click: Click) => void
}

/** Runs one script at a time; actions of a script that remain when the page is left are dropped. */
export function usePressScript(of: Of): (click: Click) => void {
  const latest = useRef(of)
  latest.current = of
  const running = useRef(false)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  return useCallback((click: Click) => {
    if (running.current) return
    running.current = true
    const isLeft = () => left.current
    press(click, latest, isLeft)
      .catch((error: unknown) => toast.bad(error))
      .finally(() => {
        running.current = false
      })
  }, [])
}

async function press(click: Click, of: RefObject<Of>, isLeft: () => boolean): Promise<void> {
  const { ownRunner, pressValue, pressVariables, scriptFaultWords } = await import(
    '../../../widgets/sandbox/part-press.ts'
  )
  const source = of.current.values.current
  if (!source) return toast.bad({ message: pageLiveText.t('notStanding') })
  const variables = pressVariables(click)
  const values = Object.fromEntries([...variables].map(([name, bound]) => [name, pressValue(bound, source)]))
  const result = await ownRunner().run({ press: click.script, values })
  if (isLeft()) return undefined
  if ('fault' in result) return toast.bad({ message: scriptFaultWords(result.fault) })
  for (const act of result.acts) {
    if (isLeft()) return undefined
    if (act.act === 'open') {
      const params = new URLSearchParams(act.params).toString()
      of.current.open({ ...click, action: 'page', target: '_self', pageId: act.pageId, params })
      continue
    }
    const { hint, feedback } = click
    const end = await of.current.write({ bound: variables.get(act.name)!, value: act.value, hint, feedback })
    if (end !== 'done') return undefined
  }
  return undefined
}
