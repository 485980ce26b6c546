// Parts of a light page that antd draws: loaded after its first values, or when one is needed before.
import { type ComponentType, useEffect, useState } from 'react'
import { isLinkUp, useLink } from './link.ts'
import { uiText } from './text.ts'
import { toast } from './toast.tsx'

type Options<P> = {
  /** Shown until the part has loaded. */
  Meanwhile?: ComponentType<P>
  /**
   * For a component that must not open late, such as a write dialog: called if the component has not loaded within
   * `lateMs`, so that the caller can cancel it.
   */
  onLate?: (props: P) => void
}

const lateMs = 3_000
const waiting = new Set<() => Promise<void>>()

export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { Meanwhile, onLate }: Options<P> = {},
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  const ready = async () => {
    const [{ Parts }, Part] = await Promise.all([import('./parts.tsx'), load()])
    loaded ??= (props: P) => (
      <Parts>
        <Part {...props} />
      </Parts>
    )
    waiting.delete(ready)
  }
  waiting.add(ready)
  return function Later(props: P) {
    const [Shown, show] = useState<ComponentType<P> | undefined>(() => loaded)
    const { returns } = useLink()
    // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be loaded is loaded when the platform is back
    useEffect(() => {
      if (Shown) return undefined
      let isOver = false
      const fail = () => {
        if (isOver) return
        isOver = true
        tellUnloaded()
        onLate?.(props)
      }
      const timer = onLate && setTimeout(fail, lateMs)
      ready().then(() => isOver || show(() => loaded), fail)
      return () => {
        isOver = true
        clearTimeout(timer)
      }
    }, [Shown, returns])
    if (Shown) return <Shown {...props} />
    return Meanwhile ? <Meanwhile {...props} /> : null
  }
}

/** Code that could not be loaded; it is loaded again when the platform is back. */
export const tellUnloaded = (): void => toast.bad({ message: uiText.t(isLinkUp() ? 'loadFailed' : 'loadsLater') })

/** Loads all waiting parts. A part that fails is loaded when it is needed. */
export async function loadLater(): Promise<void> {
  await Promise.allSettled([...waiting].map((ready) => ready()))
}
