// Loads and shows the panel that explains the source of a value: `explain-value.tsx` of the room that has one.
import { type ComponentType, useEffect, useState } from 'react'
import { linkError } from '../../../contract/call.ts'
import { SideDrawer } from '../../../ui/form.tsx'
import { useLink } from '../../../ui/link.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { type ExplainProps, loadExplanation } from './live-can-explain.ts'

/** The panel. If its code cannot be loaded, shows an error and retries when the platform is back. */
export function ExplainValue(props: ExplainProps) {
  const [Panel, setPanel] = useState<ComponentType<ExplainProps>>()
  const [error, setError] = useState<unknown>()
  const { returns } = useLink()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be loaded is loaded when the platform is back
  useEffect(() => {
    let isLeft = false
    loadExplanation?.().then(
      (room) => isLeft || setPanel(() => room.default),
      (fault: unknown) => isLeft || setError(linkError('unreachable', 0, fault)),
    )
    return () => {
      isLeft = true
    }
  }, [returns])
  if (Panel) return <Panel {...props} />
  return (
    <SideDrawer open title={props.of[0]?.title ?? ''} width={460} onClose={props.onClose}>
      {error ? <ErrorState error={error} /> : <Skeleton lines={10} />}
    </SideDrawer>
  )
}
