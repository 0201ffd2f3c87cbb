import type { LucideIcon } from 'lucide-react';

/** A line of the palette: it leads somewhere, or does something. */
export type PaletteEntry = {
  id: string;
  label: string;
  icon: LucideIcon;
  detail?: string | undefined;
  keys?: string | undefined;
} & ({ to: string } | { act: () => void });

export interface PaletteGroup {
  value: string;
  items: PaletteEntry[];
}
