const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements whose content is not shown as text. */
export const unseen = names(
  'title script style noscript template svg math iframe object canvas audio video select datalist noembed noframes progress meter',
);

/** Elements that do not begin a block of their own. */
export const inline = names(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small span ' +
    'strike strong sub sup time tt u var wbr',
);

/** Parts of a page that every page of a site has. */
const frame = names('header nav footer');
const frameRoles = names('navigation banner contentinfo');

/** Attributes of an element; those that are read are named. */
export interface Attributes {
  readonly [name: string]: string | undefined;
  readonly id?: string;
  readonly class?: string;
  readonly style?: string;
  readonly role?: string;
  readonly hidden?: string;
  readonly open?: string;
  readonly href?: string;
  readonly src?: string;
  readonly type?: string;
  readonly lang?: string;
  readonly colspan?: string;
  readonly rowspan?: string;
  readonly color?: string;
  readonly text?: string;
  readonly bgcolor?: string;
  readonly rel?: string;
  readonly popover?: string;
}

export const isFrame = (name: string, { role = '' }: Attributes): boolean => frame.has(name) || frameRoles.has(role);

/** Whether a browser does not show the element, whatever its style: hidden, closed, or a dialog that is not there for readers of screens. */
export function isHidden(name: string, attributes: Attributes): boolean {
  const { hidden, popover, role = '' } = attributes;
  if ((hidden !== undefined && hidden !== 'until-found') || popover !== undefined) return true;
  const isDialog = name === 'dialog' || role === 'dialog' || role === 'alertdialog';
  if (name === 'dialog' && attributes.open === undefined) return true;
  return isDialog && attributes['aria-hidden'] === 'true';
}
