// The rooms' parts of the shell, loaded once the shell is shown. A part whose file fails to load is left out and
// reported, and loaded again when the platform is back.
import { useEffect, useState } from 'react'
import { useLink } from '../../ui/link.ts'
import type { ShellPart } from '../../ui/shell-part.ts'
import { toast } from '../../ui/toast.tsx'

const files = import.meta.glob<{ default: ShellPart }>('../../features/*/*/shell.tsx')

export type LoadedPart = { key: string; part: ShellPart }

export function useShellParts(): readonly LoadedPart[] {
  const [parts, setParts] = useState<readonly LoadedPart[]>([])
  const { returns } = useLink()
  const isWhole = parts.length === Object.keys(files).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is missing is tried again when it may be had
  useEffect(() => {
    if (isWhole) return undefined
    let left = false
    const loads = Object.entries(files).map(async ([key, load]) => ({ key, part: (await load()).default }))
    void Promise.allSettled(loads).then((results) => {
      if (left) return
      for (const result of results) if (result.status === 'rejected') toast.bad(result.reason)
      const loaded = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      setParts(loaded.sort((a, b) => (a.part.order ?? 0) - (b.part.order ?? 0)))
    })
    return () => {
      left = true
    }
  }, [isWhole, returns])
  return parts
}
