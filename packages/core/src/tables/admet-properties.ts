import {
  clearanceRule,
  halfLifeRule,
  risk,
  ruleOfFive,
  type SourcedRule,
  solubilityRule,
  wanted,
} from './admet-rules.ts';
import { type Rating, rate } from './ratings.ts';

/** Tabs of the ADMET workflow, in their order. */
export const admetTabs = [
  'physicochemical',
  'absorption',
  'metabolism',
  'distribution',
  'excretion',
  'toxicity',
] as const;
export type AdmetTab = (typeof admetTabs)[number];

/** One ADMET property: what it is called, how it is shown and how it is rated. */
export interface AdmetProperty {
  id: string;
  tab: AdmetTab;
  displayName: string;
  shortName: string;
  description: string;
  /** Unit for the heading; null for a count, a ratio or a probability. */
  unit: string | null;
  /** Lowest value that makes sense; a model can print less. */
  minimum: number | null;
  /** Decimals. */
  precision: number;
  /** The model behind it is weak; the value is shown with a flag. */
  unreliable: boolean;
  /** Rule of the rating; null where there is none. */
  rating: SourcedRule | null;
}

type Row = [id: string, displayName: string, shortName: string, description: string];

const of = (
  tab: AdmetTab,
  rating: SourcedRule | null,
  rows: Row[],
  more: Partial<AdmetProperty> = {},
): AdmetProperty[] =>
  rows.map(([id, displayName, shortName, description]) => ({
    id,
    tab,
    displayName,
    shortName,
    description,
    unit: null,
    minimum: null,
    precision: 2,
    unreliable: false,
    rating,
    ...more,
  }));

const stated = (rule: SourcedRule['rule'], source = ruleOfFive): SourcedRule => ({ rule, source });
const count = { precision: 0 };
const unreliable = { unreliable: true, minimum: 0 };
const assay = 'Probability that the molecule is active in the Tox21 assay of';

/** All properties, tab by tab. Ids, units and ranges are those of ADMET-AI (MIT); descriptions are ours. */
export const admetProperties: readonly AdmetProperty[] = [
  ...of(
    'physicochemical',
    stated({ kind: 'lower', good: 500, okay: 1000 }),
    [['molecular_weight', 'Molecular Weight', 'MW', 'Mass of one mole of the molecule.']],
    { unit: 'Da' },
  ),
  ...of(
    'physicochemical',
    stated({ kind: 'range', good: [0, 5] }, 'upper limit: rule of five (Lipinski 1997); lower limit: Cuvette’s choice'),
    [
      [
        'logP',
        'LogP (Crippen)',
        'logP',
        'Octanol–water partition coefficient of the neutral molecule by the Crippen method, as logarithm.',
      ],
    ],
  ),
  ...of(
    'physicochemical',
    stated({ kind: 'lower', good: 10, okay: 12 }),
    [['hydrogen_bond_acceptors', 'Hydrogen-Bond Acceptors', 'HBA', 'Number of hydrogen-bond acceptors.']],
    count,
  ),
  ...of(
    'physicochemical',
    stated({ kind: 'lower', good: 5, okay: 7 }),
    [['hydrogen_bond_donors', 'Hydrogen-Bond Donors', 'HBD', 'Number of hydrogen-bond donors.']],
    count,
  ),
  ...of(
    'physicochemical',
    stated(
      { kind: 'higher', okay: 3, good: 4 },
      'good: all four rules; okay: one violation, which the rule of five allows (Lipinski 1997)',
    ),
    [['Lipinski', 'Lipinski Rule of 5', 'Lipinski', 'How many of the four rules of Lipinski the molecule meets.']],
    { precision: 0, unit: 'of 4' },
  ),
  ...of(
    'physicochemical',
    stated({ kind: 'higher', okay: 0.3, good: 0.6 }, 'Cuvette’s choice: cut-offs of 0.3 and 0.6, as for probabilities'),
    [
      [
        'QED',
        'Quantitative Estimate of Drug-Likeness',
        'QED',
        'Drug-likeness from eight molecular properties, 0 to 1 (Bickerton 2012).',
      ],
    ],
  ),
  ...of(
    'physicochemical',
    null,
    [['stereo_centers', 'Stereocentres', 'Stereo', 'Number of atoms that are stereocentres.']],
    count,
  ),
  ...of(
    'physicochemical',
    stated(
      { kind: 'lower', good: 140, okay: 200 },
      'good: oral bioavailability in rats (Veber 2002); okay: Cuvette’s choice',
    ),
    [
      [
        'tpsa',
        'Topological Polar Surface Area',
        'TPSA',
        'Surface of nitrogen and oxygen with their hydrogens, from the formula.',
      ],
    ],
    { unit: 'Å²' },
  ),
  ...of('absorption', wanted, [
    [
      'HIA_Hou',
      'Human Intestinal Absorption',
      'HIA',
      'Probability that the molecule is absorbed from the human intestine.',
    ],
    [
      'Bioavailability_Ma',
      'Oral Bioavailability',
      'Bioavail.',
      'Probability that the oral bioavailability is at least 20 %.',
    ],
  ]),
  ...of(
    'absorption',
    solubilityRule,
    [['Solubility_AqSolDB', 'Aqueous Solubility', 'Solubility', 'Solubility in water as logarithm.']],
    { unit: 'log(mol/L)' },
  ),
  ...of('absorption', null, [
    [
      'Lipophilicity_AstraZeneca',
      'Lipophilicity (logD at pH 7.4)',
      'logD',
      'Octanol–water distribution coefficient at pH 7.4, as logarithm.',
    ],
  ]),
  ...of(
    'absorption',
    null,
    [
      [
        'HydrationFreeEnergy_FreeSolv',
        'Hydration Free Energy',
        'ΔG hyd',
        'Free energy of transfer from the gas phase into water.',
      ],
    ],
    { unit: 'kcal/mol' },
  ),
  ...of(
    'absorption',
    null,
    [
      [
        'Caco2_Wang',
        'Cell Effective Permeability',
        'Caco-2',
        'Permeability through a layer of Caco-2 cells, as logarithm.',
      ],
    ],
    { unit: 'log(cm/s)' },
  ),
  ...of('absorption', wanted, [
    [
      'PAMPA_NCATS',
      'PAMPA Permeability',
      'PAMPA',
      'Probability of a high permeability through an artificial membrane.',
    ],
  ]),
  ...of('absorption', risk, [
    [
      'Pgp_Broccatelli',
      'P-Glycoprotein Inhibition',
      'P-gp inh.',
      'Probability that the molecule inhibits P-glycoprotein.',
    ],
  ]),
  ...of('distribution', wanted, [
    [
      'BBB_Martins',
      'Blood–Brain Barrier Penetration',
      'BBB',
      'Probability that the molecule crosses the blood–brain barrier.',
    ],
  ]),
  ...of(
    'distribution',
    null,
    [['PPBR_AZ', 'Plasma Protein Binding Rate', 'PPBR', 'Share of the molecule that is bound to plasma proteins.']],
    { ...unreliable, unit: '%' },
  ),
  ...of(
    'distribution',
    null,
    [
      [
        'VDss_Lombardo',
        'Volume of Distribution at Steady State',
        'VDss',
        'Volume that the dose would fill at the concentration of the plasma.',
      ],
    ],
    { ...unreliable, unit: 'L/kg' },
  ),
  ...of(
    'excretion',
    halfLifeRule,
    [['Half_Life_Obach', 'Half Life', 't½', 'Time in which the concentration in the plasma falls to a half.']],
    { minimum: 0, unit: 'h' },
  ),
  ...of(
    'excretion',
    clearanceRule('hepatocyte'),
    [['Clearance_Hepatocyte_AZ', 'Drug Clearance (Hepatocyte)', 'CL hep', 'Intrinsic clearance by hepatocytes.']],
    { ...unreliable, unit: 'µL/min/10⁶ cells' },
  ),
  ...of(
    'excretion',
    clearanceRule('microsome'),
    [['Clearance_Microsome_AZ', 'Drug Clearance (Microsome)', 'CL mic', 'Intrinsic clearance by liver microsomes.']],
    { ...unreliable, unit: 'µL/min/mg' },
  ),
  ...of('metabolism', risk, [
    ['CYP1A2_Veith', 'CYP1A2 Inhibition', '1A2 inh.', 'Probability that the molecule inhibits the enzyme CYP1A2.'],
    ['CYP2C19_Veith', 'CYP2C19 Inhibition', '2C19 inh.', 'Probability that the molecule inhibits the enzyme CYP2C19.'],
    ['CYP2C9_Veith', 'CYP2C9 Inhibition', '2C9 inh.', 'Probability that the molecule inhibits the enzyme CYP2C9.'],
    ['CYP2D6_Veith', 'CYP2D6 Inhibition', '2D6 inh.', 'Probability that the molecule inhibits the enzyme CYP2D6.'],
    ['CYP3A4_Veith', 'CYP3A4 Inhibition', '3A4 inh.', 'Probability that the molecule inhibits the enzyme CYP3A4.'],
  ]),
  ...of('metabolism', wanted, [
    [
      'CYP2C9_Substrate_CarbonMangels',
      'CYP2C9 Substrate',
      '2C9 sub.',
      'Probability that the enzyme CYP2C9 metabolizes the molecule.',
    ],
    [
      'CYP2D6_Substrate_CarbonMangels',
      'CYP2D6 Substrate',
      '2D6 sub.',
      'Probability that the enzyme CYP2D6 metabolizes the molecule.',
    ],
    [
      'CYP3A4_Substrate_CarbonMangels',
      'CYP3A4 Substrate',
      '3A4 sub.',
      'Probability that the enzyme CYP3A4 metabolizes the molecule.',
    ],
  ]),
  ...of('toxicity', risk, [
    ['hERG', 'hERG Blocking', 'hERG', 'Probability that the molecule blocks the hERG potassium channel of the heart.'],
    ['ClinTox', 'Clinical Toxicity', 'ClinTox', 'Probability that the molecule fails in clinical trials for toxicity.'],
    ['AMES', 'Mutagenicity', 'Ames', 'Probability that the molecule is mutagenic in the Ames test.'],
    ['DILI', 'Drug-Induced Liver Injury', 'DILI', 'Probability that the molecule injures the liver.'],
    ['Carcinogens_Lagunin', 'Carcinogenicity', 'Carcin.', 'Probability that the molecule causes cancer in rodents.'],
  ]),
  ...of(
    'toxicity',
    null,
    [
      [
        'LD50_Zhu',
        'Acute Toxicity LD50',
        'LD50',
        'Dose that kills half of the rats, as negative logarithm: higher is more toxic.',
      ],
    ],
    { unit: 'log(1/(mol/kg))' },
  ),
  ...of('toxicity', risk, [
    ['Skin_Reaction', 'Skin Reaction', 'Skin', 'Probability that the molecule sensitizes the skin.'],
    ['NR-AR', 'Androgen Receptor (Full Length)', 'NR-AR', `${assay} the androgen receptor, full length.`],
    [
      'NR-AR-LBD',
      'Androgen Receptor (Ligand-Binding Domain)',
      'NR-AR-LBD',
      `${assay} the androgen receptor, ligand-binding domain.`,
    ],
    ['NR-AhR', 'Aryl Hydrocarbon Receptor', 'NR-AhR', `${assay} the aryl hydrocarbon receptor.`],
    ['NR-Aromatase', 'Aromatase', 'NR-Arom.', `${assay} the enzyme aromatase.`],
    ['NR-ER', 'Estrogen Receptor (Full Length)', 'NR-ER', `${assay} the estrogen receptor, full length.`],
    [
      'NR-ER-LBD',
      'Estrogen Receptor (Ligand-Binding Domain)',
      'NR-ER-LBD',
      `${assay} the estrogen receptor, ligand-binding domain.`,
    ],
    ['NR-PPAR-gamma', 'Peroxisome Proliferator-Activated Receptor γ', 'NR-PPARγ', `${assay} the receptor PPAR-γ.`],
    ['SR-ARE', 'Nrf2 / Antioxidant Response Element', 'SR-ARE', `${assay} the antioxidant response (Nrf2).`],
    ['SR-ATAD5', 'ATAD5', 'SR-ATAD5', `${assay} DNA damage (ATAD5).`],
    ['SR-HSE', 'Heat-Shock Response Element', 'SR-HSE', `${assay} the heat-shock response.`],
    ['SR-MMP', 'Mitochondrial Membrane Potential', 'SR-MMP', `${assay} the mitochondrial membrane potential.`],
    ['SR-p53', 'Tumour Protein p53', 'SR-p53', `${assay} the tumour protein p53.`],
  ]),
];

const byId = new Map(admetProperties.map((property) => [property.id, property]));

/** A property by its id; null when the id is not known: such a value is listed without a rating. */
export function admetProperty(id: string): AdmetProperty | null {
  return byId.get(id) ?? null;
}

/** Rating of a property's value; null without a rule, without a value, or for an unknown id. */
export function rateAdmet(id: string, value: number | null | undefined): Rating | null {
  return rate(byId.get(id)?.rating?.rule, value);
}

/** Properties of a tab, in their order. */
export function admetPropertiesOf(tab: AdmetTab): AdmetProperty[] {
  return admetProperties.filter((property) => property.tab === tab);
}
