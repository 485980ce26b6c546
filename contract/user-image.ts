// Addresses of uploaded pictures. [S9 image base path]

export const userImageBase = '/userimg/'
export const userImagePath = (name: string): string => userImageBase + name

/** The file name of an address below `userImageBase`, or nothing: the platform generates names of this form. */
export const userImageName = (file: string): string | undefined =>
  /^[A-Za-z0-9_-]{22}\.(png|jpg|gif|webp|svg)$/.test(file) ? file : undefined
