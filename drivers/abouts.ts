// The pure half of every driver, for web form, server validation and edge. A driver registers by its folder.
import type { About } from './driver.ts'

const modules = import.meta.glob<{ about: About }>('./*/about.ts', { eager: true })

export const abouts: readonly About[] = Object.values(modules).map((module) => module.about)

/** The driver of that type, or nothing. */
export const aboutOf = (type: string): About | undefined => abouts.find((about) => about.type === type)
