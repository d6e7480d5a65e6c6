"""Where the reference numbers come from; all of it public."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """A short mark for tables, and the work it stands for."""

    mark: str
    text: str


STANESCU = Source(
    "Stanescu",
    "N.-D. Stanescu, system of rigid bodies with general constraints (two bars with a ball joint); numbers recomputed in "
    "30- to 40-digit arithmetic (spec 03, section 6.1)",
)
KAMMAN = Source(
    "Kamman",
    "J. W. Kamman, Multibody Dynamics notes: systems with inter-body joint constraints; Volume II, Unit 3 (degrees of "
    "freedom, partial velocities, generalized forces); numbers recomputed independently (spec 03, section 6.2; spec 05, "
    "section 8)",
)
HAHN = Source(
    "Hahn",
    "H. Hahn, Rigid Body Dynamics of Mechanisms 1, Springer (2002), chapters 4 to 6 and appendix A.4; numbers recomputed "
    "independently (spec 03, section 6.3; spec 04, section 11; spec 05, section 2)",
)
IFTOMM = Source(
    "IFToMM",
    "IFToMM Library of Computational Benchmark Problems, A01 to A05; M. Gonzalez, D. Dopico, U. Lugris, J. Cuadrado, "
    "Multibody System Dynamics 16 (2006) 179-190; digits of spec 06",
)
IVP = Source(
    "IVP",
    "Test Set for IVP Solvers, F. Mazzia and C. Magherini, University of Bari, after W. Lioen and J. de Swart, CWI; "
    "digits of spec 06, from a second computation of higher precision",
)
TOP = Source(
    "Top",
    "O. Bruls, A. Cardona, M. Arnold, Mechanism and Machine Theory 48 (2012) 121-137; Z. Terze, A. Muller, D. Zlatar, "
    "Multibody System Dynamics 38 (2016) 201-225; digits of spec 06",
)
EXACT = Source(
    "exact",
    "a closed form, evaluated next to the run (elliptic integrals and functions by SciPy); E. T. Whittaker, A Treatise on "
    "the Analytical Dynamics of Particles and Rigid Bodies (1937)",
)
PROMISE = Source(
    "promise", "a limit that the program promises; the reference is zero, the tolerance the promise"
)
