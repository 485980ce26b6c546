// Parts of a light page that antd draws: loaded after its first values, or when one is needed before.
import { type ComponentType, useEffect, useState } from 'react'
import { useLink } from './link.ts'
import { toast } from './toast.tsx'

const waiting = new Set<() => Promise<void>>()

/** `Meanwhile` is shown until the part has loaded. */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile?: ComponentType<P>,
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
      let isLeft = false
      ready().then(
        () => isLeft || show(() => loaded),
        (fault: unknown) => isLeft || toast.bad(fault),
      )
      return () => {
        isLeft = true
      }
    }, [Shown, returns])
    if (Shown) return <Shown {...props} />
    return Meanwhile ? <Meanwhile {...props} /> : null
  }
}

/** Loads all that waits. What fails is loaded when it is needed. */
export async function loadLater(): Promise<void> {
  await Promise.allSettled([...waiting].map((ready) => ready()))
}
