// A name as it was given, as the page stores it, and its translation in the viewer's language beside it.
import { useNamed } from './sources.ts'

export function BothNames({ given }: { given: string }) {
  const shown = useNamed()(given)
  return (
    <>
      {given}
      {shown !== given && <small>{shown}</small>}
    </>
  )
}
