import { useEffect, useState } from 'react'

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const read = () => setHolds(media.matches)
    media.addEventListener('change', read)
    return () => media.removeEventListener('change', read)
  }, [query])
  return holds
}

/** Whether the window has the width of a phone. */
export const useNarrow = (): boolean => useMedia('(max-width: 768px)')
